import Glibc
import InputHelper

exit(InputHelperMain.run(Array(CommandLine.arguments.dropFirst())))
