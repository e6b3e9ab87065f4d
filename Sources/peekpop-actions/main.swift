import Glibc
import PeekPopActions

exit(ActionsMain.run(Array(CommandLine.arguments.dropFirst())))
