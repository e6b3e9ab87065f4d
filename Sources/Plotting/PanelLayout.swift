/// Room left and right of the axes, the same for all panels of a figure so that they line up.
struct Margins: Equatable {
    var left: Double
    /// Between the data and the right axis, for the names of levels.
    var strip: Double
    var right: Double
    /// Whether there is room for what follows the names of levels.
    var hasDetails: Bool

    static let tickGap = 6.0
    /// From the data to the names of levels, and behind them.
    static let levelGap = 16.0

    init(_ panels: [Panel], room: Double) {
        var left = 8.0
        var strip = 0.0
        var bare = 0.0
        var laneStrip = 0.0
        var right = 4.0
        for panel in panels {
            let ticks = panel.y.ticks(atMost: PanelLayout.verticalTicks(panel))
            left = max(left, ticks.labels.map { TextMetrics.width($0) }.max() ?? 0)
            left = max(left, panel.lanes.map { TextMetrics.width($0.label) }.max() ?? 0)
            if let axis = panel.secondary {
                let labels = axis.ticks(atMost: PanelLayout.verticalTicks(panel)).labels
                right = max(right, (labels.map { TextMetrics.width($0) }.max() ?? 0) + Margins.tickGap)
            }
            for rule in panel.rules where rule.axis == .vertical && !rule.label.isEmpty {
                strip = max(strip, PanelLayout.width(of: rule) + Margins.levelGap)
                bare = max(bare, TextMetrics.width(rule.label, isStrong: true) + Margins.levelGap)
            }
            for lane in panel.lanes {
                laneStrip = max(laneStrip, TextMetrics.width(lane.topLabel) + Margins.levelGap - right)
            }
        }
        self.left = left + Margins.tickGap + 2
        strip = max(strip, laneStrip)
        // Where names would take more than a third, what follows them has to go.
        hasDetails = strip <= room * 0.3
        self.strip = hasDetails ? strip : max(bare, laneStrip)
        self.right = right
    }
}

/// Where everything in a panel goes, relative to its left edge and to the top of its axes.
struct PanelLayout {
    static let titleHeight = 18.0
    static let lineHeight = 14.0
    static let calloutHeight = 14.0
    static let laneGap = 7.0

    struct PlacedCallout {
        let callout: Callout
        let slot: LabelPlacement.Slot
        let width: Double
    }

    struct PlacedRule {
        let rule: Rule
        let slot: LabelPlacement.Slot
    }

    let panel: Panel
    let margins: Margins
    let width: Double
    let title: String
    let subtitle: [String]
    let notes: [String]
    let legendRows: [[LegendEntry]]
    let callouts: [PlacedCallout]
    /// Upright rules with names.
    let uprights: [PlacedRule]
    /// Callouts without a place.
    let leftOut: Int
    let x: AxisScale
    let y: AxisScale
    /// Of the data, without the strip.
    let dataLeft: Double
    let dataRight: Double
    let hasVerticalTitle: Bool

    init(_ panel: Panel, margins: Margins, width: Double) {
        self.panel = panel
        self.margins = margins
        self.width = width
        title = TextMetrics.fitted(panel.title, in: width, size: 13, isStrong: true)
        subtitle = TextMetrics.wrapped(panel.subtitle, in: width)
        dataLeft = margins.left
        dataRight = max(margins.left + 20, width - margins.right - margins.strip)
        let x = AxisScale(panel.x.ranges, from: dataLeft, to: dataRight)
        self.x = x
        y = AxisScale([panel.y.ranges.first ?? 0...1], from: panel.height, to: 0)
        hasVerticalTitle = !panel.y.title.isEmpty || !(panel.secondary?.title ?? "").isEmpty
        legendRows = PanelLayout.rows(panel.legend, in: width - margins.left, dataLeft)

        let ranked = panel.callouts.enumerated().filter { $0.element.point.isFinite }
            .sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }.map(\.element)
        let extent = dataLeft...max(dataLeft + 20, width - margins.right)
        let widths = ranked.map { PanelLayout.width(of: $0) }
        let wanted = zip(ranked, widths).map { (x($0.point.x), $1) }
        var slots = LabelPlacement.rows(wanted, in: extent, rows: panel.calloutRows)
        // Where most find no place, stacks of the same say nothing: one row of examples then.
        if slots.filter({ $0 == nil }).count * 2 > slots.count {
            slots = LabelPlacement.rows(wanted, in: extent, rows: 1)
        }
        var callouts: [PlacedCallout] = []
        for (index, slot) in slots.enumerated() {
            if let slot { callouts.append(PlacedCallout(callout: ranked[index], slot: slot, width: widths[index])) }
        }
        self.callouts = callouts
        leftOut = panel.callouts.count - callouts.count

        let upright = panel.rules.filter { $0.axis == .horizontal && !$0.label.isEmpty && $0.value.isFinite }
        let ruleSlots = LabelPlacement.rows(
            upright.map { (x($0.value), PanelLayout.width(of: $0)) }, in: extent, rows: max(3, upright.count))
        uprights = zip(upright, ruleSlots).compactMap { rule, slot in slot.map { PlacedRule(rule: rule, slot: $0) } }
        var notes = panel.notes
        if leftOut > 0 { notes.append("\(leftOut) label\(leftOut == 1 ? "" : "s") left out where there is no room.") }
        self.notes = notes.flatMap { TextMetrics.wrapped($0, in: width - margins.left) }
    }

    /// Between the title and the axes: the rows of names, and the titles of the axes.
    var labelRows: Int {
        max((callouts.map(\.slot.row).max() ?? -1) + 1, (uprights.map(\.slot.row).max() ?? -1) + 1)
    }

    var headerHeight: Double {
        var height = 0.0
        if !title.isEmpty { height += PanelLayout.titleHeight }
        height += Double(subtitle.count + legendRows.count) * PanelLayout.lineHeight
        if hasVerticalTitle { height += PanelLayout.lineHeight }
        height += Double(labelRows) * PanelLayout.calloutHeight
        return height + (height > 0 ? 10 : 6)
    }

    /// The axes and all that stands below them.
    var bodyHeight: Double {
        axisBottom + 18 + (notes.isEmpty ? 0 : Double(notes.count) * PanelLayout.lineHeight + 4)
            + (isTitleBelow ? PanelLayout.lineHeight : 0)
    }

    /// The bottom of the last lane, where the x axis has its labels.
    var axisBottom: Double {
        panel.lanes.reduce(panel.height) { $0 + PanelLayout.laneGap + $1.height }
    }

    /// A short unit stands behind the last label; a title, below the axis.
    var isTitleBelow: Bool { panel.x.title.count > 3 }

    /// Where a name in the given row has its middle, above the axes.
    func rowY(_ row: Int) -> Double {
        -8 - (hasVerticalTitle ? PanelLayout.lineHeight : 0) - Double(row) * PanelLayout.calloutHeight
    }

    static func verticalTicks(_ panel: Panel) -> Int { max(2, Int(panel.height / 34)) }

    static func width(of rule: Rule) -> Double {
        TextMetrics.width(rule.label, isStrong: true)
            + (rule.detail.isEmpty ? 0 : TextMetrics.width(" " + rule.detail))
    }

    static func width(of callout: Callout) -> Double {
        TextMetrics.width(callout.label, isStrong: true)
            + (callout.detail.isEmpty ? 0 : TextMetrics.width(" " + callout.detail))
            + (callout.role == nil ? 0 : 10)
    }

    private static func rows(_ legend: [LegendEntry], in room: Double, _ left: Double) -> [[LegendEntry]] {
        var rows: [[LegendEntry]] = []
        var used = Double.infinity
        for entry in legend {
            let width = legendWidth(entry)
            if used + width > room {
                rows.append([])
                used = 0
            }
            rows[rows.count - 1].append(entry)
            used += width
        }
        return rows
    }

    static func legendWidth(_ entry: LegendEntry) -> Double { TextMetrics.width(entry.text) + 30 }
}
