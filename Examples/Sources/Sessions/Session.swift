/// What is on, when and where, and who speaks.
struct Session {
    let time: String
    let title: String
    let room: String
    let speakers: [String]

    static let all = [
        Session(time: "09:00", title: "What a finger can say", room: "Great hall", speakers: ["Ada Lovelace"]),
        Session(
            time: "10:00", title: "Maps without a north", room: "Room 2",
            speakers: ["Gerardus Mercator", "Claude Garamond", "Claude Chappe"]),
        Session(
            time: "11:30", title: "Letters that last", room: "Room 1", speakers: ["Claude Garamond", "Heinrich Hertz"]),
        Session(time: "13:30", title: "Slow networks, fast people", room: "Great hall", speakers: ["Claude Chappe"]),
        Session(
            time: "14:30", title: "Colour for those who see less of it", room: "Room 2",
            speakers: ["Sonia Delaunay", "Ada Lovelace"]),
        Session(
            time: "16:00", title: "Repairing what was not made for it", room: "Workshop",
            speakers: ["Heinrich Hertz", "Gerardus Mercator", "Sonia Delaunay"]),
    ]

    static func trade(of speaker: String) -> String {
        [
            "Ada Lovelace": "Programs engines", "Gerardus Mercator": "Draws maps", "Claude Garamond": "Cuts type",
            "Claude Chappe": "Builds telegraphs", "Heinrich Hertz": "Sends sparks", "Sonia Delaunay": "Paints discs",
        ][speaker] ?? ""
    }
}
