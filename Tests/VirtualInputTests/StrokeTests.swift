import Testing

@testable import VirtualInput

@Suite struct StrokeTests {
    @Test(arguments: [
        ("space", [57]), ("ctrl+t", [29, 20]), ("Super+Shift+Right", [42, 125, 106]),
        ("shift+ctrl+alt+t", [29, 42, 56, 20]),
        ("f12", [88]), ("shift+enter", [42, 28]), ("page-down", [109]), ("ctrl+alt+right", [29, 56, 106]),
    ])
    func keys(text: String, codes: [UInt16]) throws {
        #expect(try Stroke(key: text).codes == codes)
    }

    /// What could type text, or end more than an application.
    @Test(arguments: [
        ("", "there is no key"), ("ctrl+", "there is no key"), ("+", "no modifier"), ("a", "no text is typed"),
        ("shift+a", "no text is typed"), ("1", "no text is typed"), ("power", "no key that can be sent"),
        ("sysrq", "no key that can be sent"), ("hyper+t", "`hyper` is no modifier"), ("ctrl+ctrl+t", "twice"),
        ("ctrl+alt+f1", "switch the console"), ("alt+ctrl+shift+f12", "switch the console"),
        ("ctrl+alt+delete", "end the session"), ("ctrl+alt+backspace", "end the session"), ("ctrl t", "no key that"),
    ])
    func refusals(text: String, why: String) {
        #expect {
            try Stroke(key: text)
        } throws: {
            "\($0)".contains(why)
        }
    }

    @Test func buttons() throws {
        #expect(try Stroke(button: "Middle").codes == [0x112])
        #expect(throws: Stroke.Mistake.self) { try Stroke(button: "wheel") }
    }

    /// Every stroke reads as it is written, and fits into a message.
    @Test func messages() throws {
        for key in Key.all {
            let stroke = Stroke.key(key, [.ctrl])
            #expect(try InputMessage.stroke(stroke.description) == stroke)
        }
        for button in PointerButton.allCases {
            #expect(try InputMessage.stroke("button \(button.rawValue)") == .button(button))
        }
        let longest = Key.all.map { Stroke.key($0, Modifier.allCases).description.utf8.count }.max() ?? 0
        #expect(longest <= InputMessage.limit)
    }

    @Test(arguments: ["", "key", "key  t", "key ctrl+t ", "type hello", "button", "key ctrl+t button left", "\0"])
    func badMessages(text: String) {
        #expect(throws: Stroke.Mistake.self) { try InputMessage.stroke(text) }
    }

    @Test func answers() {
        #expect(InputMessage.Answer("done") == .done)
        #expect(InputMessage.Answer("why not") == .refused("why not"))
        #expect(InputMessage.Answer.refused(String(repeating: "x", count: 500)).text.utf8.count == InputMessage.limit)
    }

    @Test func codesAreUnique() {
        #expect(Set(Key.all.map(\.code)).count == Key.all.count)
        #expect(Set(Key.all.map(\.code)).isDisjoint(with: Modifier.allCases.map(\.code)))
    }
}
