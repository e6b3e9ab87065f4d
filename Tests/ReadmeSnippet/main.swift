import FoundationEssentials
import PeekPopWire
import Varlink

let socket = ProcessInfo.processInfo.environment["PEEKPOP_SOCKET"] ?? "/run/peekpop/org.peekpop.Gestures"
let client = try VarlinkClient(path: socket)
try client.stream(Wire.Method.subscribe, Wire.Subscribe(phases: [.peeked, .popped, .ended, .cancelled]))
while true {
    let notice = try client.next().decode(Wire.Notice.self)
    for pad in notice.devices ?? [] { print("\(pad.name): \(pad.padClass), \(pad.reason)") }
    if let press = notice.press { print(press.phase, press.clicks, press.reason.map { "\($0)" } ?? "") }
}
