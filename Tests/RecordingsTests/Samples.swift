import Recordings

/// Small recordings of a made-up pad, the same touch in each format.
enum Samples {
    /// One finger lands, presses and lifts: three frames.
    static let events: [RecordedEvent] = [
        event(0, 3, 57, 12), event(0, 3, 53, 500), event(0, 3, 54, 300), event(0, 3, 58, 40), event(0, 1, 330, 1),
        event(0, 0, 0, 0),
        event(8_000, 3, 58, 90), event(8_000, 0, 0, 0),
        event(1_000_250, 3, 57, -1), event(1_000_250, 1, 330, 0), event(1_000_250, 0, 0, 0),
    ]

    static func event(_ time: UInt64, _ type: UInt16, _ code: UInt16, _ value: Int32) -> RecordedEvent {
        RecordedEvent(timeUsec: time, type: type, code: code, value: value)
    }

    static var device: RecordedDevice {
        var device = RecordedDevice()
        device.name = "Made \"up\" pad"
        device.node = "/dev/input/event7"
        device.bus = 24
        device.vendor = 0x1234
        device.product = 0x5678
        device.version = 0x100
        for code: UInt16 in [0x110, 0x145, 0x14a] { device.announce(EventCode.key, code) }
        device.announce(0, RecordedAxis(minimum: 0, maximum: 1000, resolution: 10))
        device.announce(1, RecordedAxis(minimum: -5, maximum: 600, fuzz: 2, flat: 1, resolution: 10))
        device.announce(47, RecordedAxis(minimum: 0, maximum: 4))
        device.announce(53, RecordedAxis(minimum: 0, maximum: 1000, resolution: 10))
        device.announce(54, RecordedAxis(minimum: -5, maximum: 600, fuzz: 2, flat: 1, resolution: 10))
        device.announce(57, RecordedAxis(minimum: 0, maximum: 65_535))
        device.announce(58, RecordedAxis(minimum: 0, maximum: 255))
        device.announceProperty(0)
        device.announceProperty(2)
        device.events = events
        return device
    }

    /// What the writer makes of ``device``, byte for byte.
    static let written = """
        version: 1
        ndevices: 1
        devices:
        - node: "/dev/input/event7"
          evdev:
            name: "Made \\"up\\" pad"
            id: [24, 4660, 22136, 256]
            codes:
              1: [272, 325, 330]
              3: [0, 1, 47, 53, 54, 57, 58]
            absinfo:
              0: [0, 1000, 0, 0, 10]
              1: [-5, 600, 2, 1, 10]
              47: [0, 4, 0, 0, 0]
              53: [0, 1000, 0, 0, 10]
              54: [-5, 600, 2, 1, 10]
              57: [0, 65535, 0, 0, 0]
              58: [0, 255, 0, 0, 0]
            properties: [0, 2]
          udev:
            properties:
            - "ID_INPUT=1"
            - "ID_INPUT_TOUCHPAD=1"
          events:
          - evdev:
            - [  0,      0,   3,  57,      12]
            - [  0,      0,   3,  53,     500]
            - [  0,      0,   3,  54,     300]
            - [  0,      0,   3,  58,      40]
            - [  0,      0,   1, 330,       1]
            - [  0,      0,   0,   0,       0]
          - evdev:
            - [  0,   8000,   3,  58,      90]
            - [  0,   8000,   0,   0,       0]
          - evdev:
            - [  1,    250,   3,  57,      -1]
            - [  1,    250,   1, 330,       0]
            - [  1,    250,   0,   0,       0]

        """

    /// As `libinput record` lays it out: comments, other entries and keys of no concern between.
    static let libinput = """
        # libinput record
        version: 1
        ndevices: 1
        libinput:
          version: "1.31.0"
        system:
          os: "debian:13"
          kernel: "6.18.0"
        devices:
        - node: /dev/input/event7
          evdev:
            # Name: Made "up" pad
            name: "Made \\"up\\" pad"
            id: [24, 0x1234, 22136, 256]
            codes:
              0: [0, 1, 2, 3] # EV_SYN
              1: [272, 325, 330] # EV_KEY
              3: [0, 1, 47, 53, 54, 57, 58] # EV_ABS
            absinfo:
              0: [0, 1000, 0, 0, 10]
              1: [-5, 600, 2, 1, 10]
              47: [0, 4, 0, 0, 0]
              53: [0, 1000, 0, 0, 10]
              54: [-5, 600, 2, 1, 10]
              57: [0, 65535, 0, 0, 0]
              58: [0, 255, 0, 0, 0]
            properties: [0, 2]
          hid: [
            0x05, 0x0d, 0x09,
          ]
          udev:
            properties:
            - ID_INPUT=1
            - ID_INPUT_TOUCHPAD=1
          quirks:
          - AttrPalmPressureThreshold=0
          events:
          # Current time is 12:00:00
          - hid:
              time: [0, 0]
              hidraw0: [0x01, 0x02]
          - evdev:
            - [  0,      0,   3,  57,      12] # EV_ABS / ABS_MT_TRACKING_ID     12
            - [  0,      0,   3,  53,     500]
            - [  0,      0,   3,  54,     300]
            - [  0,      0,   3,  58,      40]
            - [  0,      0,   1, 330,       1]
            - [  0,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
          - libinput:
            - {time: 0.008, type: POINTER_MOTION, delta: [1.0, 2.0]}
          - evdev:
            - [  0,   8000,   3,  58,      90]
            - [  0,   8000,   0,   0,       0]
          - evdev:
            - [  1,    250,   3,  57,      -1]
            - [  1,    250,   1, 330,       0]
            - [  1,    250,   0,   0,       0]
        """

    static let evemu = """
        # EVEMU 1.3
        # Input device name: "Made "up" pad"
        N: Made "up" pad
        I: 0018 1234 5678 0100
        P: 05 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 01 00 00 00 00 00
        B: 01 20 04 00 00 00 00 00 00
        B: 03 03 00 00 00 00 80 60 06
        A: 00 0 1000 0 0 10
        A: 01 -5 600 2 1 10
        A: 2f 0 4 0 0 0
        A: 35 0 1000 0 0 10
        A: 36 -5 600 2 1 10
        A: 39 0 65535 0 0
        A: 3a 0 255 0 0 0
        L: 00 1
        S: 00 0
        ################################
        E: 0.000000 0003 0039 0012	# EV_ABS / ABS_MT_TRACKING_ID   12
        E: 0.000000 0003 0035 0500	# EV_ABS / ABS_MT_POSITION_X    500
        E: 0.000000 0003 0036 0300
        E: 0.000000 0003 003a 0040
        E: 0.000000 0001 014a 0001	# EV_KEY / BTN_TOUCH            1
        E: 0.000000 0000 0000 0000	# ------------ SYN_REPORT (0) ----------
        E: 0.008000 0003 003a 90
        E: 0.008000 0000 0000 0
        E: 1.000250 0003 0039 -001
        E: 1.000250 0001 014a 0000
        E: 1.000250 0000 0000 0000

        """

    static let evtestHeader = """
        Input driver version is 1.0.1
        Input device ID: bus 0x18 vendor 0x1234 product 0x5678 version 0x100
        Input device name: "Made "up" pad"
        Supported events:
          Event type 0 (EV_SYN)
          Event type 1 (EV_KEY)
            Event code 272 (BTN_LEFT)
            Event code 325 (BTN_TOOL_FINGER)
            Event code 330 (BTN_TOUCH)
          Event type 3 (EV_ABS)
            Event code 0 (ABS_X)
              Value      7
              Min        0
              Max     1000
              Resolution      10
            Event code 1 (ABS_Y)
              Value      7
              Min       -5
              Max      600
              Fuzz       2
              Flat       1
              Resolution      10
            Event code 47 (ABS_MT_SLOT)
              Value      0
              Min        0
              Max        4
            Event code 53 (ABS_MT_POSITION_X)
              Value      0
              Min        0
              Max     1000
              Resolution      10    Event code 54 (ABS_MT_POSITION_Y)
              Value      0
              Min       -5
              Max      600
              Fuzz       2
              Flat       1
              Resolution      10
            Event code 57 (ABS_MT_TRACKING_ID)
              Value      0
              Min        0
              Max    65535
            Event code 58 (ABS_MT_PRESSURE)
              Value      0
              Min        0
              Max      255
        Properties:
          Property type 0 (INPUT_PROP_POINTER)
          Property type 2 (INPUT_PROP_BUTTONPAD)
        Testing ... (interrupt to exit)

        """

    static let evtestEvents = """
        Event: time 0.000000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 12
        Event: time 0.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 500
        Event: time 0.000000, type 3 (EV_ABS), code 54 (ABS_MT_POSITION_Y), value 300
        Event: time 0.000000, type 3 (EV_ABS), code 58 (ABS_MT_PRESSURE), value 40
        Event: time 0.000000, type 1 (EV_KEY), code 330 (BTN_TOUCH), value 1
        Event: time 0.000000, -------------- SYN_REPORT ------------
        Event: time 0.008000, type 3 (EV_ABS), code 58 (ABS_MT_PRESSURE), value 90
        Event: time 0.008000, -------------- Report Sync ------------
        Event: time 1.000250, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
        Event: time 1.000250, type 1 (EV_KEY), code 330 (BTN_TOUCH), value 0
        Event: time 1.000250, -------------- SYN_REPORT ------------

        """
}
