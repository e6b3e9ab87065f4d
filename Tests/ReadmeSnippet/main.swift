import PeekPop

let connection = try PressConnection()
connection.onReady = { pads in
    for pad in pads { print("\(pad.name): \(pad.padClass), \(pad.reason)") }
}
connection.onPress = { press in
    if press.phase != .changed { print(press.phase, press.clicks, press.reason?.name ?? "") }
}
try connection.run()
