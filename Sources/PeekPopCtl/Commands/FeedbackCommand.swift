import CommandLineTable
import PeekPopWire
import Varlink

/// `peekpopctl feedback`
enum FeedbackCommand {
    static func run(_ context: Context) throws {
        let operands = context.invocation.operands
        guard let pattern = Wire.FeedbackPattern(rawValue: operands[1]) else {
            preconditionFailure("the table lets \(operands[1]) through, and the interface does not have it")
        }
        _ = try Service(context).call(
            Wire.Method.playFeedback, NoParameters.self, Wire.PlayFeedback(device: operands[0], pattern: pattern))
    }
}
