extension Collection where Element: CustomStringConvertible {
    /// Each in words, and no more than somebody would read: a file that is none of ours has as many mistakes as it has lines.
    public func told(atMost most: Int = 20) -> [String] {
        var lines = prefix(most).map(\.description)
        if count > most { lines.append("and \(count - most) more") }
        return lines
    }
}
