import Glibc
import PeekPopCtl

exit(PeekPopCtl.main(Array(CommandLine.arguments.dropFirst())))
