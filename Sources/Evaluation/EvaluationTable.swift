import CommandLineTable
import ForceModel

/// What `peekpop-eval` understands. It is part of the sources and not installed.
enum EvaluationTable {
    static let users = Option(
        "users", "PURPOSE", .choices(["reported", "tuning"]), usual: "`reported`",
        help: "Whose traces: of the people that figures are reported of, or of those that numbers are chosen by.")
    static let size = Option(
        "size", "SIZE", .choices(Plan.Size.allCases.map(\.rawValue)), usual: "`full`",
        help: "How much: minutes, or some seconds to see that nothing has changed.")
    static let recordings = Option(
        "recordings", "FOLDER", .directory,
        help: "Recordings of real use, in which nobody presses on purpose: every file below the folder.")
    static let study = Option(
        "study", "NAME", .choices(Study.allCases.map(\.rawValue)), repeatable: true, usual: "all of them",
        help: "Only these of the tables.")
    static let people = Option(
        "people", "N", .integer(1...10_000), usual: "120, or 4 of the reduced size",
        help: "How many people the main table is of.")
    static let markdown = Option("markdown", help: "Print Markdown.")
    static let json = Option("json", help: "Print one JSON object with the tables and every count behind them.")
    static let failures = Option(
        "failures", help: "Print each mistake of PeekPop as well: who, on which pad, doing what, when.")
    static let trace = Option(
        "trace", "FOLDER", .directory,
        help: "With `--failures`: write the traces they are in as recordings, for `peekpopctl replay` and `plot`.")
    static let check = Option(
        "check", "FILE", .file, help: "Hold the tables against those in the document, after they have been printed.")
    static let write = Option("write", "FILE", .file, help: "Write the tables into the document.")
    static let jobs = Option(
        "jobs", "N", .integer(1...256), usual: "one for each processor", help: "How many traces at a time.")

    static let program = Program(
        "peekpop-eval", section: 1, version: peekPopVersion, date: "November 30, 2026",
        summary: "measure how well presses are recognised",
        discussion: [
            "Makes traces of people and pads from the force model, runs PeekPop's recogniser and its rivals over the same"
                + " frames, and prints what each gets right, what it makes up and how long it takes."
                + " docs/recognition.md has the tables and what they mean."
        ],
        options: [users, size, recordings, study, people, markdown, json, failures, trace, check, write, jobs],
        exitStatus: [
            Entry("0", "Done; with `--check`, the document says the same."),
            Entry("1", "It did not work, or the document says something else."),
            Entry("64", "The command line is wrong."),
        ])
}
