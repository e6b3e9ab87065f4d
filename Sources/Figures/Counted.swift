/// A number and what it counts, with an `s` where it is not one: `1 pad`, `0 pads`, `2 pads`.
///
/// - Parameter noun: of one; a word whose plural is made with `s`.
public func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
