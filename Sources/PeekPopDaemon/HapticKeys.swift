import Haptics

extension ConfigurationKeys {
    /// The keys of `[haptics]` and, by other names, those of `[device …]` about it.
    ///
    /// - Parameter name: what a key of `[haptics]` is called here.
    static func haptics(
        _ section: WritableKeyPath<Configuration, HapticConfiguration>, name: (String) -> String = { $0 }
    ) -> [Key] {
        func flag(_ key: String, _ field: WritableKeyPath<HapticConfiguration, Bool?>) -> Key {
            Key(name: name(key), expects: "yes or no") { text, configuration in
                guard let isSo = ["yes": true, "no": false][text] else { return false }
                configuration[keyPath: section.appending(path: field)] = isSo
                return true
            }
        }
        func choice(_ key: String, _ field: WritableKeyPath<HapticConfiguration, HapticConfiguration.Choice?>) -> Key {
            let names = ["none"] + Waveform.allCases.map(\.name)
            let refused = Waveform.refusedNames.joined(separator: " and ")
            return Key(
                name: name(key),
                expects: "one of \(names.joined(separator: ", ")); \(refused) are never played: a pad that is given"
                    + " them stops clicking by itself, and no program can undo that"
            ) { text, configuration in
                guard let choice = HapticConfiguration.Choice(text) else { return false }
                configuration[keyPath: section.appending(path: field)] = choice
                return true
            }
        }
        return [
            flag("enabled", \.isOn),
            Key(name: name("intensity"), expects: "a whole number from 0 to 100, in percent") { text, configuration in
                guard let percent = Int(text), (0...100).contains(percent) else { return false }
                configuration[keyPath: section].intensity = percent
                return true
            },
            choice("hint", \.hint), choice("peek", \.peek), choice("pop", \.pop),
            flag("vendor-reports", \.usesVendorReports),
        ]
    }
}
