/// What is on, when and where, and who speaks.
struct Session {
    let time: String
    let title: String
    let room: String
    let speakers: [String]

    static let all = [
        Session(time: "09:00", title: "What a finger can say", room: "Great hall", speakers: ["Ada Lindqvist"]),
        Session(
            time: "10:00", title: "Maps without a north", room: "Room 2",
            speakers: ["Rui Tavares", "Nora Feld", "Kofi Mensah"]),
        Session(
            time: "11:30", title: "Letters that last", room: "Room 1", speakers: ["Nora Feld", "Emil Sørensen"]),
        Session(time: "13:30", title: "Slow networks, fast people", room: "Great hall", speakers: ["Kofi Mensah"]),
        Session(
            time: "14:30", title: "Colour for those who see less of it", room: "Room 2",
            speakers: ["Ivana Kral", "Ada Lindqvist"]),
        Session(
            time: "16:00", title: "Repairing what was not made for it", room: "Workshop",
            speakers: ["Emil Sørensen", "Rui Tavares", "Ivana Kral"]),
    ]

    static func trade(of speaker: String) -> String {
        [
            "Ada Lindqvist": "Builds instruments", "Rui Tavares": "Draws maps", "Nora Feld": "Cuts type",
            "Kofi Mensah": "Runs networks", "Emil Sørensen": "Mends radios", "Ivana Kral": "Paints signs",
        ][speaker] ?? ""
    }
}
