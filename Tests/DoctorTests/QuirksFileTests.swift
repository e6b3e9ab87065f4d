import InputSources
import Testing

@testable import Doctor

/// What `libinput quirks validate` of 1.22 and of 1.31 takes and refuses: each case was given to both.
@Suite struct QuirksFileTests {
    private func refusal(_ text: String, _ minor: Int, isLeast: Bool = false, isOverride: Bool = true) -> QuirksRefusal?
    {
        var quirks = LibinputQuirks()
        quirks.add(text, file: isOverride ? OverridesFile.usualPath : "/usr/share/libinput/10-a.quirks")
        return quirks.reading(by: LibinputVersion(1, minor, isLeast: isLeast)).refusal
    }

    private func check(_ text: String, _ old: Bool, _ new: Bool, _ comment: Comment? = nil) {
        #expect((refusal(text, 22) == nil) == old, "1.22: \(text.debugDescription)")
        #expect((refusal(text, 31) == nil) == new, "1.31: \(text.debugDescription)")
        // What is one of the distribution's files is read no differently by these.
        #expect((refusal(text, 22, isOverride: false) == nil) == old)
        #expect((refusal(text, 31, isOverride: false) == nil) == new)
        // What both refuse, those between refuse as well; what one takes may be taken.
        #expect((refusal(text, 26) == nil) == (old || new), "1.26: \(text.debugDescription)")
    }

    private static let match = "[X]\nMatchVendor=0x05AC\n"
    private static let setting = "AttrPalmPressureThreshold=0\n"
    private static let whole = match + setting

    @Test(arguments: [
        whole, "\n# words\n" + whole + "\n\n# x\n[Y]\nMatchBus=usb\nModelAppleTouchpad=1\n", String(whole.dropLast()),
        "[]\nMatchBus=usb\n" + setting, "[X] # c\nMatchBus=usb\n" + setting, "[X]#c\nMatchBus=usb\n" + setting,
        "[a]b]\nMatchBus=usb\n" + setting, " # comment\n" + whole, match + "AttrPalmPressureThreshold=0  \t # x # y\n",
        match + "AttrPalmPressureThreshold=0#x\n", match + setting + setting, whole + whole, whole + "\0",
        "[\u{fffd}]\nMatchName=\u{fffd}\n" + setting, match + "AttrPalmPressureThreshold= 0\n",
        match + "AttrPalmPressureThreshold==0\n", match + "AttrPalmPressureThreshold=5=\n",
    ])
    func taken(_ text: String) { check(text, true, true) }

    @Test(arguments: [
        "", "\n", "# only words\n", "[X]\n" + setting, match, whole + "[Y]\n", whole + "[Y]\nMatchBus=usb\n", "junk\n",
        "[X] \nMatchBus=usb\n" + setting, "[#]\nMatchBus=usb\n" + setting, " [X]\nMatchBus=usb\n" + setting,
        "\t[X]\nMatchBus=usb\n" + setting, "  \n" + whole, match + "\t\n" + setting, whole + " ",
        match + " " + setting, match + "AttrPalmPressureThreshold=0 \n", match + "MatchVendor=0x05AC\n" + setting,
        whole + "MatchBus=usb\n" + setting, match + "AttrFoo=1\n", match + "Foo=1\n", match + "AttrFoo\n",
        match + "MatchFoo=1\n" + setting, match + "Match=1\n" + setting, match + "ModelFoo=1\n", match + "=0\n",
        match + "AttrPalmPressureThreshold=\n", "\u{feff}" + whole, match + "Attr\0=1\n" + setting,
        whole + "\u{c}\n", "\r\n", whole + "\r\n", "[X]\r\nMatchVendor=0x05AC\r\nAttrPalmPressureThreshold=0\r\n",
        "AttrX=1\n" + whole, "MatchBus=usb\n" + setting, match + "\n[Y]\nMatchProduct=0x0265\n" + setting,
        "[X\nMatchVendor=0x05AC\n" + setting, match + "AttrPalmPressureThreshold = 0\n",
        match + "AttrPalmPressureThreshhold=0\n", match + "ModelPressurePad=1\n", match + "Model=1\n",
        match + "Quirk=1\n",
    ])
    func refused(_ text: String) {
        // `ModelPressurePad` was known for a while between the two.
        if text.contains("ModelPressurePad") {
            #expect(refusal(text, 22) != nil && refusal(text, 31) != nil && refusal(text, 26) == nil)
        } else {
            check(text, false, false)
        }
    }

    @Test(arguments: [
        ("MatchVendor=0x5AC", true, true), ("MatchVendor=0x0", true, true), ("MatchVendor=0xFFFF", true, true),
        ("MatchVendor=0x00005AC", true, true), ("MatchVendor=0x05ac", false, false),
        ("MatchVendor=0x05aC", false, false), ("MatchVendor=0X05AC", false, false), ("MatchVendor=1452", false, false),
        ("MatchVendor=05AC", false, false), ("MatchVendor=0", false, false), ("MatchVendor=0x1FFFF", false, false),
        ("MatchVendor=0x05ACg", false, false), ("MatchVendor=-0x1", false, false), ("MatchVendor=+0x5", false, false),
        ("MatchVendor= 0x05AC", false, false), ("MatchVendor=0x 5", false, false), ("MatchVendor=0x", false, false),
        ("MatchVendor=0x-5", false, false), ("MatchVendor=", false, false), ("MatchVendor=0x0265;0x0324", false, false),
        ("MatchProduct=265", false, false), ("MatchProduct=0x0265;0x0324", false, true),
        ("MatchProduct=0x265;", false, true), ("MatchProduct=;0x265", false, true), ("MatchProduct=;", false, true),
        ("MatchProduct=0x265;;0x3", false, true), ("MatchProduct=0x265; 0x3", false, false),
        ("MatchProduct=0x265;3", false, false), ("MatchProduct=0x265,0x3", false, false),
        ("MatchProduct=0x10000", false, false), ("MatchVersion=0x100", true, true), ("MatchVersion=256", false, false),
        ("MatchVersion=0x1;0x2", false, false), ("MatchBus=usb", true, true), ("MatchBus=bluetooth", true, true),
        ("MatchBus=ps2", true, true), ("MatchBus=i2c", true, true), ("MatchBus=rmi", true, true),
        ("MatchBus=spi", true, true), ("MatchBus=USB", false, false), ("MatchBus=isa", false, false),
        ("MatchBus=usb;i2c", false, false), ("MatchBus=0x3", false, false), ("MatchBus=usb=", true, true),
        ("MatchUdevType=touchpad", true, true), ("MatchUdevType=mouse", true, true),
        ("MatchUdevType=tablet", true, true), ("MatchUdevType=tablet-pad", true, true),
        ("MatchUdevType=keyboard", true, true), ("MatchUdevType=pointingstick", true, true),
        ("MatchUdevType=joystick", true, true), ("MatchUdevType=touchscreen", false, false),
        ("MatchUdevType=Touchpad", false, false), ("MatchUdevType=switch", false, false),
        ("MatchUdevType=touchpad;mouse", false, false), ("MatchName=", false, false), ("MatchName=a", true, true),
        ("MatchName=*", true, true), ("MatchName= a", true, true), ("MatchName==a", true, true),
        ("MatchName=a=b", false, false), ("MatchName=\"a\"", false, false), ("MatchName=\"a", false, false),
        ("MatchName='a'", false, false), ("MatchName=a\"", true, true), ("MatchName=a\"b", true, true),
        ("MatchUniq=a", false, true), ("MatchUniq=", false, false), ("MatchUniq=\"a\"", false, false),
        ("MatchDMIModalias=dmi:*", true, true), ("MatchDMIModalias=dmi:", true, true),
        ("MatchDMIModalias=a", false, false), ("MatchDMIModalias=\"dmi:x\"", false, false),
        ("MatchDeviceTree=a", true, true), ("MatchDeviceTree=\"a\"", false, false), ("MatchPhys=a", false, false),
        ("matchbus=usb", false, false),
    ])
    func matches(_ line: String, _ old: Bool, _ new: Bool) { check("[X]\n\(line)\n" + Self.setting, old, new) }

    @Test(arguments: [
        ("AttrPalmPressureThreshold=\t0", true, true), ("AttrPalmPressureThreshold=+5", true, true),
        ("AttrPalmPressureThreshold=09", true, true), ("AttrPalmPressureThreshold=4294967296", true, true),
        ("AttrPalmPressureThreshold=-1", false, false), ("AttrPalmPressureThreshold=0x0", false, false),
        ("AttrPalmPressureThreshold=0b1", false, false), ("AttrPalmPressureThreshold=zero", false, false),
        ("AttrPalmPressureThreshold=5 6", false, false), ("AttrPalmPressureThreshold=5=6", false, false),
        ("AttrPalmPressureThreshold=1;", false, false), ("AttrPalmSizeThreshold=-5", false, false),
        ("AttrThumbPressureThreshold=+5", true, true), ("AttrThumbSizeThreshold=-5", false, false),
        ("ModelTrackball=1", true, true), ("ModelTrackball=0", true, true), ("ModelTrackball=2", false, false),
        ("ModelTrackball=true", false, false), ("ModelTrackball=01", false, false), ("ModelTrackball= 1", false, false),
        ("AttrTabletSmoothing=2", false, false), ("AttrUseVelocityAveraging=1", true, true),
        ("AttrTrackpointMultiplier=-0.5", true, true), ("AttrTrackpointMultiplier=.5", true, true),
        ("AttrTrackpointMultiplier=1.", true, true), ("AttrTrackpointMultiplier=+1", true, true),
        ("AttrTrackpointMultiplier=1,5", false, false), ("AttrTrackpointMultiplier=0x1", false, false),
        ("AttrTrackpointMultiplier=1e3", false, false), ("AttrTrackpointMultiplier=1.5.5", false, false),
        ("AttrTrackpointMultiplier=nan", false, false), ("AttrTrackpointMultiplier=-", false, false),
        ("AttrSizeHint=1x1", true, true), ("AttrSizeHint=10x20x3", true, true), ("AttrSizeHint=+1x2", true, true),
        ("AttrSizeHint= 1x2", true, true), ("AttrSizeHint=1x 2", true, true), ("AttrSizeHint=0x1", false, false),
        ("AttrSizeHint=1x0", false, false), ("AttrSizeHint=1 x 1", false, false), ("AttrSizeHint=-1x2", false, false),
        ("AttrSizeHint=1X1", false, false), ("AttrSizeHint=1x", false, false), ("AttrSizeHint=1.5x2", false, false),
        ("AttrResolutionHint=1x1", true, true), ("AttrResolutionHint=0x1", false, false),
        ("AttrTouchSizeRange=2:1", true, true), ("AttrTouchSizeRange=2:-1", true, true),
        ("AttrTouchSizeRange=2:1:0", true, true), ("AttrTouchSizeRange=1:2", false, false),
        ("AttrTouchSizeRange=1:1", false, false), ("AttrTouchSizeRange=2 : 1", false, false),
        ("AttrTouchSizeRange=:2:1", false, false), ("AttrTouchSizeRange=2::1", false, false),
        ("AttrPressureRange=0:-1", true, true), ("AttrPressureRange=a:b", false, false),
        ("AttrLidSwitchReliability=write_open", true, true), ("AttrLidSwitchReliability=Reliable", false, false),
        ("AttrKeyboardIntegration=external", true, true), ("AttrKeyboardIntegration=internal;", false, false),
        ("AttrTPKComboLayout=below", true, true), ("AttrTPKComboLayout=above", false, false),
        ("AttrMscTimestamp=watch", true, true), ("AttrIsVirtual=1", false, true), ("AttrIsVirtual=2", false, false),
        ("ModelScrollOnMiddleClick=1", false, true), ("ModelTouchpadPhantomClicks=1", false, true),
        ("AttrEventCodeDisable=ABS_MT_PRESSURE;ABS_PRESSURE;", true, false),
        ("AttrEventCodeDisable=EV_ABS:0x3a", true, false), ("AttrEventCodeDisable=EV_ABS:58", false, false),
        ("AttrEventCodeDisable=-ABS_PRESSURE", false, false), ("AttrEventCodeDisable=ABS_FOO", false, false),
        ("AttrEventCodeEnable=BTN_LEFT", true, false), ("AttrEventCode=-ABS_MT_PRESSURE;-ABS_PRESSURE", false, true),
        ("AttrEventCode=+BTN_LEFT;-EV_ABS", false, true), ("AttrEventCode=-EV_ABS:3a", false, true),
        ("AttrEventCode=ABS_MT_PRESSURE", false, false), ("AttrEventCode=-ABS_MT_PRESSURE; -ABS_X", false, false),
        ("AttrEventCode=-MSC_SCAN", false, false), ("AttrEventCode=-EV_MSC:0x4", false, true),
        ("AttrEventCode=-SW_LID", false, true), ("AttrEventCode=-EV_ABS:0x2ff", false, false),
        ("AttrEventCode=-EV_KEY:0x2ff", false, true), ("AttrEventCode=-EV_FOO", false, false),
        ("AttrEventCode=-EV_ABS:", false, false), ("AttrEventCode=-", false, false),
        ("AttrInputPropEnable=INPUT_PROP_BUTTONPAD;INPUT_PROP_POINTER", true, false),
        ("AttrInputPropEnable=INPUT_PROP_PRESSUREPAD", false, false), ("AttrInputPropEnable=0x7", true, false),
        ("AttrInputPropEnable=19", true, false), ("AttrInputPropEnable=20", false, false),
        ("AttrInputPropDisable=INPUT_PROP_BUTTONPAD", true, false),
        ("AttrInputProp=+INPUT_PROP_PRESSUREPAD", false, true), ("AttrInputProp=-INPUT_PROP_BUTTONPAD;+7", false, true),
        ("AttrInputProp=INPUT_PROP_BUTTONPAD", false, false), ("AttrInputProp=+INPUT_PROP_FOO", false, false),
        ("AttrInputProp=+ INPUT_PROP_BUTTONPAD", false, false), ("AttrInputProp=+1;7", false, false),
        ("AttrInputProp=--1", false, false),
    ])
    func settings(_ line: String, _ old: Bool, _ new: Bool) {
        guard line != "AttrInputProp=+INPUT_PROP_PRESSUREPAD", line != "AttrInputPropEnable=INPUT_PROP_PRESSUREPAD"
        else {
            // The property itself came with 1.31.
            #expect((refusal("[X]\nMatchBus=usb\n\(line)\n", 30) == nil) == false)
            #expect((refusal("[X]\nMatchBus=usb\n\(line)\n", 31) == nil) == new)
            return
        }
        check("[X]\nMatchBus=usb\n\(line)\n", old, new)
    }

    /// Of a version that nobody has asked, or that is only known to be no older, an unknown word may be a new one.
    @Test func whatIsNotCertainIsNotHeldAgainstAFile() {
        let text = Self.match + "AttrOfTomorrow=1\n"
        #expect(refusal(text, 31) != nil && refusal(text, 25) != nil)
        #expect(refusal(text, 32) == nil && refusal(text, 21) == nil)
        #expect(refusal(text, 22, isLeast: true) == nil && refusal(text, 31, isLeast: true) == nil)
        #expect(refusal(Self.match + "MatchUniq=1\nModelTrackball=1\n", 22, isLeast: true) == nil)
        #expect(refusal(text, 25, isOverride: false) == nil)
        // The form of a line was never another.
        #expect(refusal(Self.match + " " + Self.setting, 32) != nil)
    }

    @Test func theLineIsNamed() {
        #expect(
            refusal("# a\n\n[A]\nMatchName=x\nModelPressurePad=1 # why\n", 22)?.description
                == "/etc/libinput/local-overrides.quirks:5, `ModelPressurePad=1 # why`, which libinput 1.22 does not know"
        )
        #expect(refusal("", 22)?.description == "/etc/libinput/local-overrides.quirks has no section")
        #expect(
            refusal("[A]\nMatchName=x\n", 22)?.description
                == "/etc/libinput/local-overrides.quirks ends before section [A] sets anything")
    }

    // MARK: Files together

    @Test func oneRefusedLineCostsAllQuirks() {
        let facts = FoundPad.magic().facts
        var quirks = LibinputQuirks()
        quirks.add("[A]\nMatchBus=usb\nAttrPalmPressureThreshold=190\n", file: "/usr/share/libinput/10-a.quirks")
        #expect(quirks.reading(by: .init(1, 22)).settings(for: facts).count == 1)
        quirks.add("[B]\nMatchName=y\nnonsense\n", file: "/etc/libinput/local-overrides.quirks")
        #expect(quirks.reading(by: .init(1, 22)).settings(for: facts).isEmpty)
        #expect(quirks.replacingOverrides(nil).reading(by: .init(1, 22)).settings(for: facts).count == 1)
        // The other way round as well.
        quirks = LibinputQuirks()
        quirks.add("[A]\nMatchBus=usb\nAttrNone=1\n", file: "/usr/share/libinput/99-mine.quirks")
        quirks.add("[B]\nMatchBus=usb\nAttrPalmPressureThreshold=0\n", file: "/etc/libinput/local-overrides.quirks")
        #expect(quirks.reading(by: .init(1, 31)).settings(for: facts).isEmpty)
    }

    @Test func withoutItsOwnFilesThereAreNoOverrides() {
        var quirks = LibinputQuirks()
        quirks.isWithoutData = true
        quirks.add("[B]\nMatchBus=usb\nAttrPalmPressureThreshold=0\n", file: "/etc/libinput/local-overrides.quirks")
        #expect(quirks.reading(by: .init(1, 22)).settings(for: FoundPad.magic().facts).isEmpty)
        #expect(quirks.replacingOverrides("[X]\n").reading(by: .init(1, 22)).refusal?.file == "/usr/share/libinput")
    }

    @Test func libinputsOwnWordGoesBefore() {
        var quirks = LibinputQuirks()
        quirks.add(Self.match + "AttrNone=1\n", file: OverridesFile.usualPath)
        quirks.validation = .accepted
        #expect(quirks.reading(by: .init(1, 31)).refusal == nil)
        quirks = LibinputQuirks()
        quirks.add(Self.whole, file: OverridesFile.usualPath)
        quirks.validation = .refused("quirks error: something")
        #expect(quirks.reading(by: .init(1, 31)).refusal?.description.contains("quirks error: something") == true)
        // It was about those files, and not about others.
        #expect(quirks.replacingOverrides("[A]\nMatchBus=usb\nModelTrackball=1\n").validation == .unasked)
    }
}
