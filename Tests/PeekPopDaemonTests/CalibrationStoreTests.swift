import Foundation
import PeekPopWire
import Recognition
import Systemd
import Testing

@testable import PeekPopDaemon

@Suite final class CalibrationStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "peekpop-\(UUID().uuidString)").path
    private let calibration = Wire.Calibration(device: "pad", Calibration(clickPressure: 120, peek: 1.6))

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func store() -> CalibrationStore { CalibrationStore(folder: folder, Reporter(Log(threshold: .error))) }

    private func write(_ text: String) {
        _ = FileManager.default.createFile(atPath: folder + "/pad.json", contents: Data(text.utf8))
    }

    private var files: [String] { try! FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    @Test func whatIsKeptIsThereNextTime() throws {
        let first = store()
        try first.set(calibration, for: "pad")
        first.keep(LearnedClick(pressure: 88, clicks: 7), for: "pad")
        let second = store()
        #expect(second.calibration(of: "pad") == calibration)
        #expect(second.learned(of: "pad") == LearnedClick(pressure: 88, clicks: 7))
        #expect(second.calibration(of: "other") == nil)
        #expect(files == ["pad.json"], "nothing is left beside it")
    }

    @Test func resetForgetsBoth() throws {
        let first = store()
        try first.set(calibration, for: "pad")
        first.keep(LearnedClick(pressure: 88, clicks: 7), for: "pad")
        try first.reset("pad")
        #expect(first.calibration(of: "pad") == nil && first.learned(of: "pad") == nil)
        #expect(files == [])
        try first.reset("pad")
    }

    @Test(arguments: [
        "", "{", "[]", #"{"version":1}"#, #"{"version":1,"device":"another"}"#,
        #"{"version":1,"device":"pad","learned":{"pressure":"x","clicks":1}}"#, "\0\0\0",
    ])
    func damagedFileIsSetAside(text: String) throws {
        write(text)
        let store = store()
        #expect(store.calibration(of: "pad") == nil)
        #expect(files == ["pad.json.damaged"])
        try store.set(calibration, for: "pad")
        #expect(files == ["pad.json", "pad.json.damaged"])
    }

    @Test func newerFileIsNeitherUsedNorTouched() throws {
        let text = #"{"version":2,"device":"pad","calibration":{"shape":"new"}}"#
        write(text)
        let store = store()
        #expect(store.calibration(of: "pad") == nil)
        #expect(throws: CalibrationStore.Failure.self) { try store.set(calibration, for: "pad") }
        #expect(throws: CalibrationStore.Failure.self) { try store.reset("pad") }
        store.keep(LearnedClick(pressure: 88, clicks: 7), for: "pad")
        #expect(try String(contentsOfFile: folder + "/pad.json", encoding: .utf8) == text)
        #expect(files == ["pad.json"])
    }

    /// A folder in the file's place, for a file without permissions is no hindrance to root.
    @Test func unreadableFileIsNotOverwritten() throws {
        try FileManager.default.createDirectory(atPath: folder + "/pad.json", withIntermediateDirectories: false)
        let store = store()
        #expect(store.calibration(of: "pad") == nil)
        store.keep(LearnedClick(pressure: 88, clicks: 7), for: "pad")
        for change in [{ try store.set(self.calibration, for: "pad") }, { try store.reset("pad") }] {
            do {
                try change()
                Issue.record("the file is not ours to replace")
            } catch {
                #expect("\(error)".hasPrefix("\(folder)/pad.json cannot be read;"))
            }
        }
        #expect(files == ["pad.json"])
    }

    @Test func failureSaysWhatWasTried() throws {
        let none = CalibrationStore(folder: folder + "/missing", Reporter(Log(threshold: .error)))
        do throws(CalibrationStore.Failure) {
            try none.set(calibration, for: "pad")
            Issue.record("it cannot have been written")
        } catch {
            #expect(error.description == "writing \(folder)/missing/pad.json: No such file or directory")
        }
        let nowhere = CalibrationStore(folder: nil, Reporter(Log(threshold: .error)))
        #expect(throws: CalibrationStore.Failure.self) { try nowhere.set(calibration, for: "pad") }
        #expect(throws: CalibrationStore.Failure.self) { try store().set(calibration, for: "../pad") }
    }
}
