// Any bytes from a peer: as a stream of messages, each as a call, its parameters as requests of ours; and any text as an
// interface. What has to hold stands in Tests/PeekPopWireTests/WireChecks.swift, which is compiled with this.
// Built and run by `Fuzz/run wire [SECONDS]`.

@c(LLVMFuzzerTestOneInput)
public func fuzzWire(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    WireChecks.run(Array(UnsafeBufferPointer(start: data, count: size)))
    return 0
}
