/// What somebody wrote.
struct Message: Equatable {
    let sender: String
    let time: String
    let subject: String
    let text: String

    static let all = [
        Message(
            sender: "Boat House", time: "09:41", subject: "The boat on Saturday",
            text: "The weather looks kind: light wind from the west, and no rain before evening.\n\n"
                + "I have put two tents and the small stove on the list. Could you bring the map, and the good coffee?"),
        Message(
            sender: "Print Shop", time: "08:15", subject: "Second proofs",
            text:
                "Chapters four to six are through. There are three figures that I would rather see a little larger.\n\n"
                + "The rest can go to the printer as it is."),
        Message(
            sender: "Library", time: "Yesterday", subject: "Your book is here",
            text: "“A Field Guide to Clouds” waits for you at the desk until the end of the week."),
        Message(
            sender: "Kitchen Garden", time: "Yesterday", subject: "Recipe, as promised",
            text:
                "Five plums, a handful of oats, a spoon of honey. Half an hour in the oven, and not a minute more.\n\n"
                + "It is best while it is too hot to eat."),
        Message(
            sender: "Lost Property", time: "Monday", subject: "Keys",
            text: "They were under the blue chair. They are always under the blue chair."),
        Message(
            sender: "Rowing Club", time: "Sunday", subject: "Autumn plan",
            text: "From October we start an hour later. Boats are given out by the steps, as before."),
    ]
}
