// The functions of peekpop.h are written in Swift, in Sources/PeekPopC; the header is all there is in C.
#include "peekpop.h"
