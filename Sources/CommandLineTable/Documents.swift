extension Program {
    /// Everything that is written from the table for an installation, by file name.
    public var documents: [(file: String, text: String)] {
        [
            ("\(name).\(section)", manPage),
            ("\(name).bash", bashCompletion),
            ("_\(name)", zshCompletion),
            ("\(name).fish", fishCompletion),
        ]
    }
}
