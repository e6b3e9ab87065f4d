import CommandLineTable
import Glibc
import Testing

/// The generated files before their own tools.
@Suite struct ShellTests {

    @Test(arguments: SnapshotTests.programs.map(\.name))
    func areAccepted(_ name: String) throws {
        let program = try #require(SnapshotTests.programs.first { $0.name == name })
        let folder = try temporaryFolder()
        for (file, text) in program.documents { try write(text, "\(folder)/\(file)") }
        let checks = [
            ("bash", "bash -n \(folder)/\(name).bash"), ("zsh", "zsh -n \(folder)/_\(name)"),
            ("fish", "fish -n \(folder)/\(name).fish"),
            // Which other manuals the machine has is not the page's fault.
            (
                "mandoc",
                "! mandoc -T lint -W style \(folder)/\(name).\(program.section) | grep -v 'referenced manual not found'"
            ),
        ]
        for (tool, command) in checks {
            // fish and zsh are on few build machines; bash and mandoc are part of the set-up.
            if run("command -v \(tool) >/dev/null").status != 0, tool == "zsh" || tool == "fish" { continue }
            let result = run(command + " 2>&1")
            #expect(result.status == 0, "\(command): \(result.output)")
        }
    }

    /// What bash offers for a command line.
    @Test(arguments: [
        (
            "peekpopctl ''",
            "calibrate config devices doctor feedback help listen monitor plot record replay status --help --socket --version -h"
        ),
        ("peekpopctl li", "listen"),
        ("peekpopctl listen --ph", "--phase"),
        ("peekpopctl listen --phase pe", "peeked"),
        ("peekpopctl listen --phase = po", "popped"),
        ("peekpopctl listen --device ''", "i2c-0001 usb-0002"),
        ("peekpopctl --socket /x listen --js", "--json"),
        ("peekpopctl config ''", "show check"),
        ("peekpopctl replay --sensitivity f", "firm"),
        ("peekpopctl plot a.yml --theme da", "dark"), ("peekpopctl plot --th", "--theme"),
        ("peekpopctl plot a /etc/host", "/etc/host.conf /etc/hostname /etc/hosts"),
        // A name means what it means after its command: there a pad, here a number.
        ("peekpopctl record --device ''", "i2c-0001 usb-0002"),
        ("peekpopctl replay --device ''", ""),
        ("peekpopctl replay -d ''", ""),
        (
            "peekpopctl --phase ''",
            "calibrate config devices doctor feedback help listen monitor plot record replay status --help --socket --version -h"
        ),
        ("peekpopctl help mon", "monitor"),
        ("peekpopd --source re", "recording:"),
        ("peekpopd --speed ''", "max"),
        ("peekpopd --source recording : /etc/host", "/etc/host.conf /etc/hostname /etc/hosts"),
        ("peekpopd --source libinput : /etc/hostn", "/etc/hostname"),
    ])
    func bashCompletes(_ line: String, _ expected: String) throws {
        let folder = try temporaryFolder()
        let scripts = SnapshotTests.programs.map(\.bashCompletion).joined()
        let name = line.hasPrefix("peekpopctl") ? "peekpopctl" : "peekpopd"
        try write(
            """
            \(scripts)
            peekpopctl() { printf 'i2c-0001\\tOne pad\\nusb-0002\\tTwo\\n'; }
            compopt() { :; }
            COMP_WORDS=(\(line))
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _\(name)
            printf '%s\\n' "${COMPREPLY[@]}"
            """, "\(folder)/try.bash")
        let offered = Set(run("bash \(folder)/try.bash 2>&1").output.split(separator: "\n").map(String.init))
        let wanted = Set(expected.split(separator: " ").map(String.init))
        // Which of them a machine's /etc has, differs.
        if line.contains("/etc") {
            #expect(!offered.isEmpty && offered.allSatisfy { $0.hasPrefix("/etc/host") })
        } else {
            #expect(offered == wanted)
        }
    }

    /// What fish offers, where it is installed.
    @Test(
        .enabled(if: access("/usr/bin/fish", X_OK) == 0, "no fish"),
        arguments: [
            ("peekpopctl li", "listen"), ("peekpopctl listen --phase po", "popped"),
            ("peekpopctl config ", "check show"),
            ("peekpopctl help mon", "monitor"), ("peekpopctl replay --device ", ""),
            ("peekpopctl listen -d ", "i2c-0001 usb-0002"),
            ("peekpopd --source ", "demo evdev libinput libinput: recording:"),
            ("peekpopd --source recording:/etc/hostn", "recording:/etc/hostname"),
            ("peekpopd --source libinput:/etc/hostn", "libinput:/etc/hostname"),
        ])
    func fishCompletes(_ line: String, _ expected: String) throws {
        let folder = try temporaryFolder()
        try write(
            SnapshotTests.programs.map(\.fishCompletion).joined() + """
                function peekpopctl; printf 'i2c-0001\\tOne pad\\nusb-0002\\tTwo\\n'; end
                complete -C '\(line)'
                """, "\(folder)/try.fish")
        let output = run("HOME=\(folder) fish --no-config \(folder)/try.fish 2>&1").output
        let offered = output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }.sorted()
        #expect(offered == expected.split(separator: " ").map(String.init))
    }

    private func temporaryFolder() throws -> String {
        var template = Array("/tmp/peekpop-tables-XXXXXX".utf8CString)
        return try String(cString: #require(mkdtemp(&template)))
    }

    private func write(_ text: String, _ path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }

    private func run(_ command: String) -> (status: Int32, output: String) {
        guard let pipe = popen(command, "r") else { return (-1, "popen failed") }
        var bytes: [UInt8] = []
        while case let byte = getc(pipe), byte != EOF { bytes.append(UInt8(byte)) }
        return (pclose(pipe), String(decoding: bytes, as: UTF8.self))
    }
}
