import Evaluation
import Glibc

exit(await EvaluationMain.run(Array(CommandLine.arguments.dropFirst())))
