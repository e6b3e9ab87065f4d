import Glibc
import PeekPopDaemon

exit(DaemonMain.run(Array(CommandLine.arguments.dropFirst())))
