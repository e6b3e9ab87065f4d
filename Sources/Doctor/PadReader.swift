import Glibc
import InputSources
import Linux
import Recognition
import Recordings

// Touchpads and touchscreens, from /sys and udev's own files: these anybody may read.
extension SystemReader {
    func pads() -> [FoundPad] {
        let names = (try? Folder.names(in: root + "/sys/class/input")) ?? []
        let numbers = names.compactMap { $0.hasPrefix("event") ? Int($0.dropFirst(5)) : nil }.sorted()
        return numbers.compactMap { pad("event\($0)") }
    }

    /// `nil` for what is no pad, and for one that has just gone.
    private func pad(_ name: String) -> FoundPad? {
        let device = "/sys/class/input/\(name)/device"
        let absolute = bits("\(device)/capabilities/abs")
        guard !absolute.isEmpty else { return nil }
        var facts = DeviceFacts()
        facts.name = line("\(device)/name")
        facts.node = "/dev/input/\(name)"
        facts.uniq = line("\(device)/uniq")
        facts.bus = hex("\(device)/id/bustype")
        facts.vendor = hex("\(device)/id/vendor")
        facts.product = hex("\(device)/id/product")
        facts.version = hex("\(device)/id/version")
        facts.keys = bits("\(device)/capabilities/key")
        facts.properties = bits("\(device)/properties")
        facts.machine = line("/sys/class/dmi/id/modalias")
        facts.udevProperties = udevProperties(line("/sys/class/input/\(name)/dev"))
        // Their ranges take opening the node.
        for code in absolute { facts.axes[code] = Axis(minimum: 0, maximum: 0) }
        guard facts.kind == .touchpad || facts.kind == .touchscreen else { return nil }
        var hasRanges = false
        do throws(Errno) {
            facts.axes = try axes(facts.node)
            hasRanges = true
        } catch {
            // EACCES for most users; then the daemon's word has to do.
        }
        return FoundPad(
            node: facts.node, facts: facts, hasContactPressure: absolute.contains(EventCode.mtPressure),
            hasRanges: hasRanges, access: access(facts.node))
    }

    private func access(_ node: String) -> FoundPad.Node? {
        var status = stat()
        guard stat(root + node, &status) == 0 else { return nil }
        return FoundPad.Node(owner: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o7777)
    }

    private func hex(_ path: String) -> UInt16 { UInt16(line(path), radix: 16) ?? 0 }

    /// The numbers of a bitmap as /sys prints it: words of the kernel's `long`, the highest first.
    private func bits(_ path: String) -> Set<UInt16> {
        var bits: Set<UInt16> = []
        let words = line(path).split(separator: " ").reversed()
        for (place, word) in words.enumerated() {
            guard let word = UInt64(word, radix: 16) else { return [] }
            for bit in 0..<64 where word >> UInt64(bit) & 1 == 1 {
                guard let code = UInt16(exactly: place * UInt.bitWidth + bit) else { break }
                bits.insert(code)
            }
        }
        return bits
    }

    /// What udev keeps of a device, by its number: `13:69`.
    private func udevProperties(_ number: String) -> [String: String] {
        var properties: [String: String] = [:]
        guard !number.isEmpty, let text = text("/run/udev/data/c\(number)") else { return [:] }
        for line in text.split(separator: "\n") where line.hasPrefix("E:") {
            let parts = line.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { properties[String(parts[0])] = String(parts[1]) }
        }
        return properties
    }
}
