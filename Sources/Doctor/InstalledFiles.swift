import Linux

/// What was installed together with this program: it lies below the same prefix, whichever that is.
struct InstalledFiles {
    /// The daemon's program; the package's where there is none near this one.
    let daemon: String
    /// The folder of the documentation's pages; `nil` where it was left out, as small systems do.
    let documentation: String?

    init(_ reader: SystemReader) {
        // `/usr/bin/peekpopctl`
        let program = (try? SymbolicLink.text(of: reader.root + "/proc/self/exe")) ?? ""
        let path = program.split(separator: "/").map { "/\($0)" }
        let folder = path.dropLast().joined()
        let prefix = path.dropLast(2).joined()
        let daemons = ["\(prefix)/libexec/peekpopd", "\(folder)/peekpopd"]
        daemon = daemons.first(where: reader.isThere) ?? "/usr/libexec/peekpopd"
        let pages = "\(prefix)/share/doc/peekpop/docs"
        documentation = reader.isThere(pages) ? pages : nil
    }
}
