import Glibc

/// Where the configuration is.
enum ConfigPath {
    static func usual(_ environment: (String) -> String?) -> String {
        if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return "\(folder)/peekpop/actions.conf"
        }
        let home = environment("HOME") ?? getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) } ?? "/"
        return "\(home)/.config/peekpop/actions.conf"
    }
}
