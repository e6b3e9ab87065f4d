import CGtk
import Gtk
import PeekPop

/// All of a window: its content, and above it the preview, the actions and alerts. It draws how the one steps back and the
/// other comes forward.
final class PreviewStage: Canvas {
    /// Pixels of blur behind a preview.
    static let blur = 14.0
    /// How much darker it gets there.
    static let dim = 0.30
    /// How much larger the pressed place gets until the peek, and the preview until the pop.
    static let rise = 0.04
    /// How small the preview begins.
    static let smallCard = 0.72
    /// Around the preview, in pixels.
    static let margin = 28.0
    static let radius = 14.0
    static let sheetWidth: Int32 = 300

    var motion = StageMotion()
    var isAnimated = true
    /// What the app shows.
    var content: Widget? {
        didSet { replace(oldValue, content) }
    }
    /// The preview's frame.
    var card: Widget? {
        didSet { replace(oldValue, card) }
    }
    /// How large the preview wants to be; 0: as is best.
    var preferredSize = Size.zero
    /// What stays sharp, in the stage's coordinates.
    var sharpRect = Rect.zero
    /// Of its corners.
    var sharpRadius = 8.0
    let sheet = ActionSheet()
    var alert: Widget? {
        didSet { replace(oldValue, alert) }
    }

    private var isOdd = false

    init() {
        super.init()
        add(sheet)
        sheet.isVisible = false
        expanding()
    }

    private func replace(_ old: Widget?, _ new: Widget?) {
        if let old { remove(old) }
        if let new { add(new) }
        // What was added last lies in front.
        if new === content, let content { gtk_widget_insert_after(content.pointer, pointer, nil) }
        layOut()
    }

    // MARK: Layout

    override func measure(_ orientation: GtkOrientation) -> (minimum: Int32, natural: Int32) {
        guard let content else { return (0, 0) }
        var minimum: Int32 = 0
        var natural: Int32 = 0
        gtk_widget_measure(content.pointer, orientation, -1, &minimum, &natural, nil, nil)
        return (minimum, natural)
    }

    override func allocate(width: Int32, height: Int32) {
        if let content { place(content, x: 0, y: 0, width: width, height: height) }
        if let card {
            let rect = cardRect
            let scale = rect.size.width / cardSize.width
            if motion.opening.value > 0 {
                place(
                    card, x: rect.origin.x, y: rect.origin.y, width: Int32(rect.size.width.rounded()),
                    height: Int32(rect.size.height.rounded()))
            } else {
                place(
                    card, x: rect.middle.x - cardSize.width / 2, y: rect.middle.y - cardSize.height / 2,
                    width: Int32(cardSize.width), height: Int32(cardSize.height), scale: scale)
            }
        }
        if sheet.isVisible {
            let size = sheetSize
            place(
                sheet, x: (Double(width) - Double(size.width)) / 2,
                y: Double(height) - (Double(size.height) + PreviewStage.margin) * motion.sheet.value,
                width: size.width, height: size.height)
        }
        if let alert {
            let size = naturalSize(of: alert, width: min(360, width - 40))
            place(
                alert, x: Double((width - size.width) / 2), y: Double((height - size.height) / 2), width: size.width,
                height: size.height)
        }
    }

    private var whole: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }

    private var sheetSize: (width: Int32, height: Int32) {
        naturalSize(of: sheet, width: min(PreviewStage.sheetWidth, width - Int32(PreviewStage.margin)))
    }

    /// Unscaled. What the app leaves open is most of the stage, but no wider than reads well.
    var cardSize: Size {
        let room = Size(
            width: max(whole.size.width - 2 * PreviewStage.margin, 1),
            height: max(whole.size.height - 2 * PreviewStage.margin, 1))
        let wanted = Size(
            width: preferredSize.width > 0 ? preferredSize.width : min(room.width, 440),
            height: preferredSize.height > 0 ? preferredSize.height : room.height * 0.86)
        return Size(width: min(wanted.width, room.width).rounded(), height: min(wanted.height, room.height).rounded())
    }

    /// Where it stands, with nothing in motion but the sheet: that takes room from it.
    private var standingRect: Rect {
        let size = cardSize
        let taken = sheet.isVisible ? (Double(sheetSize.height) + PreviewStage.margin) * motion.sheet.value : 0
        let room = whole.size.height - taken - 2 * PreviewStage.margin
        let scale = min(1, max(room, 60) / size.height)
        let middle = Point(x: whole.middle.x, y: PreviewStage.margin + room / 2)
        return Rect(
            x: middle.x - size.width * scale / 2, y: middle.y - size.height * scale / 2, width: size.width * scale,
            height: size.height * scale)
    }

    private var cardRect: Rect {
        let standing = standingRect
        let share = motion.card.value
        var scale = 1.0
        var middle = standing.middle
        if isAnimated {
            // Out of the place that was pressed.
            scale =
                PreviewStage.smallCard + (1 - PreviewStage.smallCard) * share + PreviewStage.rise * motion.commit.value
            let from = sharpRect.middle
            middle = Point(
                x: from.x + (middle.x - from.x) * (0.6 + 0.4 * share),
                y: from.y + (middle.y - from.y) * (0.6 + 0.4 * share))
        }
        let size = Size(width: standing.size.width * scale, height: standing.size.height * scale)
        let rect = Rect(
            origin: Point(x: middle.x - size.width / 2, y: middle.y - size.height / 2), size: size)
        return rect.mixed(with: whole, motion.opening.value)
    }

    // MARK: Drawing

    override func draw(_ drawing: Drawing) {
        let depth = motion.depth.value
        if let content {
            if depth > 0 {
                drawing.clipped(to: whole.graphene, radius: 0) {
                    // GTK's software renderer draws again what has changed alone, and a blur shows the seams. So all of it
                    // changes each time.
                    isOdd.toggle()
                    drawing.blurred(PreviewStage.blur * depth + (isOdd ? 0.001 : 0)) {
                        drawing.child(content, of: self)
                    }
                }
                drawing.fill(whole.graphene, GdkRGBA(red: 0, green: 0, blue: 0, alpha: Float(PreviewStage.dim * depth)))
                drawSharp(content, drawing)
            } else {
                drawing.child(content, of: self)
            }
        }
        if let card {
            drawing.faded(min(1, motion.card.value * 1.6) * (1 - max(0, motion.opening.value * 2 - 1))) {
                drawing.child(card, of: self)
            }
        }
        if sheet.isVisible { drawing.faded(motion.sheet.value) { drawing.child(sheet, of: self) } }
        if let alert {
            drawing.fill(whole.graphene, GdkRGBA(red: 0, green: 0, blue: 0, alpha: Float(PreviewStage.dim)))
            drawing.child(alert, of: self)
        }
    }

    /// The pressed place as it was, lifted a little; it goes where the preview takes its place.
    private func drawSharp(_ content: Widget, _ drawing: Drawing) {
        let middle = sharpRect.middle
        let scale = isAnimated ? 1 + PreviewStage.rise * motion.depth.value : 1
        drawing.faded(1 - motion.card.value) {
            drawing.scaled(scale, aboutX: middle.x, y: middle.y) {
                drawing.shadow(
                    of: sharpRect.graphene, radius: sharpRadius, blur: 24, down: 4, alpha: 0.35 * motion.depth.value)
                drawing.clipped(to: sharpRect.graphene, radius: sharpRadius) { drawing.child(content, of: self) }
            }
        }
    }
}
