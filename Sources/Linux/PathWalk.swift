import Glibc

/// The way from `/` to a file, as the kernel goes it: through each folder, and wherever links lead.
///
/// Unlike `realpath`, it tells of all that it comes through, and of a way that ends before the file is reached.
public struct PathWalk: Equatable, Sendable {
    /// A name that is looked up in a folder.
    public struct Step: Hashable, Sendable {
        /// Without links.
        public let folder: String
        public let name: String
    }

    /// How many links are followed: as many as the kernel does.
    private static let linkLimit = 40

    /// In the order in which the kernel takes them; at least one.
    public private(set) var steps: [Step] = []
    /// The file: without links, as far as the way goes; what is not there yet as it would be made.
    public private(set) var target = ""
    /// Why the way ends before the file is reached: `ENOENT`, `ENOTDIR`, `EACCES`, `ELOOP`; `nil` where it is there.
    public private(set) var problem: Errno?
    /// What is missing, where a link leads there.
    public private(set) var broken: Broken?

    /// A link that leads to nothing.
    public struct Broken: Equatable, Sendable {
        public let link: String
        public let missing: String
        /// Whether only the file itself is missing: its folder is there.
        public let isFile: Bool
    }

    /// - Parameter path: a relative one is from the present folder on.
    public init(_ path: String) {
        var rest = PathWalk.absolute(path).split(separator: "/").map { (name: String($0), link: String?.none) }[...]
        var folder = ""
        var links = 0
        while let (name, link) = rest.popFirst() {
            if name == "." { continue }
            if name == ".." {
                folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
                continue
            }
            let whole = "\(folder)/\(name)"
            steps.append(Step(folder: folder.isEmpty ? "/" : folder, name: name))
            switch PathWalk.look(whole) {
            case .link(let to):
                links += 1
                guard links <= PathWalk.linkLimit else {
                    end(whole, rest.map(\.name), Errno(ELOOP))
                    return
                }
                if to.hasPrefix("/") { folder = "" }
                rest = (to.split(separator: "/").map { (String($0), whole) } + rest)[...]
            case .other: folder = whole
            case .none(let error):
                if let link { broken = Broken(link: link, missing: whole, isFile: rest.isEmpty) }
                end(whole, rest.map(\.name), error)
                return
            }
        }
        target = folder.isEmpty ? "/" : folder
    }

    private mutating func end(_ whole: String, _ rest: [String], _ error: Errno) {
        target = ([whole] + rest).joined(separator: "/")
        problem = error
    }

    private enum Entry {
        case link(to: String)
        case other
        case none(Errno)
    }

    private static func look(_ path: String) -> Entry {
        do throws(Errno) {
            return .link(to: try SymbolicLink.text(of: path))
        } catch {
            // It is there, and no link.
            return error.rawValue == EINVAL ? .other : .none(error)
        }
    }

    private static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        guard let folder = getcwd(nil, 0) else { return "/" + path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }
}
