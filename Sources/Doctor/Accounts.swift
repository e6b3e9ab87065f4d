/// Users and groups, as `/etc/passwd` and `/etc/group` have them: system accounts are always there.
public struct Accounts: Equatable, Sendable {
    public struct Group: Equatable, Sendable {
        public var id: UInt32
        public var members: [String]
    }

    public struct User: Equatable, Sendable {
        public var id: UInt32
        public var group: UInt32
    }

    public private(set) var users: [String: User] = [:]
    public private(set) var groups: [String: Group] = [:]

    public init() {}

    /// - Parameters:
    ///   - passwd: the text of `/etc/passwd`; lines that are none are passed over.
    ///   - group: the text of `/etc/group`.
    public init(passwd: String, group: String) {
        for fields in Accounts.fields(passwd, 7) {
            guard let id = UInt32(fields[2]), let group = UInt32(fields[3]) else { continue }
            users[fields[0]] = User(id: id, group: group)
        }
        for fields in Accounts.fields(group, 4) {
            guard let id = UInt32(fields[2]) else { continue }
            groups[fields[0]] = Group(id: id, members: fields[3].split(separator: ",").map(String.init))
        }
    }

    private static func fields(_ text: String, _ count: Int) -> [[String]] {
        text.split(separator: "\n").map { line in
            line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        }.filter { $0.count == count }
    }

    /// The ids of all groups of a user, and of further ones by name.
    func groups(of user: String, and names: [String]) -> Set<UInt32> {
        var ids = Set(names.compactMap { groups[$0]?.id })
        if let own = users[user]?.group { ids.insert(own) }
        for group in groups.values where group.members.contains(user) { ids.insert(group.id) }
        return ids
    }

    func name(ofGroup id: UInt32) -> String {
        groups.first { $0.value.id == id }?.key ?? "\(id)"
    }
}
