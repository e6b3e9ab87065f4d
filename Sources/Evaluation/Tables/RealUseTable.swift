extension RealUse {
    public var table: Table {
        let hours = Double(usec) / 3.6e9
        var table = Table(
            "Real use",
            note:
                "\(files) files, of which \(files - refused) are recordings; \(pads) devices with pressure that something "
                + "happens on, \(forcePads) of them pads that feel force: \(frames) frames, \(touches) touches, "
                + "\(decimal(hours, 2)) hours. Nobody presses on purpose in them. Of pads that nobody knows the click is "
                + "taken to lie at 30 % of the range.",
            columns: ["rule", "false peeks", "an hour", "a thousand touches", "false pops"])
        for (index, runner) in Runner.all.enumerated() {
            table.rows.append([
                runner.title, String(peeks[index]), Cells.rate(peeks[index], per: hours),
                Cells.rate(peeks[index], per: Double(touches) / 1_000), String(pops[index]),
            ])
        }
        return table
    }
}
