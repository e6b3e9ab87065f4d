import Glibc
import Linux
import Testing

@testable import Libinput
