/// The body of a notification: a server that knows `body-markup` reads it as XML, as the Desktop Notifications Specification
/// has it.
enum Markup {
    /// A text that shows as it is.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

/// A notification's body, for either kind of server.
public struct NotificationBody: Equatable, Sendable {
    /// For a server that shows what it is given.
    public let plain: String
    /// For one that reads markup: the author's stays, that of values is shown as text.
    public let markup: String

    public static let empty = NotificationBody(plain: "", markup: "")
}

extension Template {
    /// The text with its values, as the body of a notification.
    public func body(_ values: PressValues) throws(Mistake) -> NotificationBody {
        NotificationBody(plain: try filled(values), markup: try filled(values, Markup.escaped))
    }
}
