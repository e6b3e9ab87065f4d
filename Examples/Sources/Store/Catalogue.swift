/// What is sold.
struct Product {
    let name: String
    let price: String
    /// Of the icon theme.
    let icon: String
    let words: String
    /// The colour of its department.
    var tile = 0
}

struct Department {
    let name: String
    let words: String
    let tile: Int
    let products: [Product]

    private init(_ name: String, _ words: String, tile: Int, _ products: [Product]) {
        self.name = name
        self.words = words
        self.tile = tile
        self.products = products.map {
            var product = $0
            product.tile = tile
            return product
        }
    }

    static let all = [
        Department(
            "Sound", "Small things that sound large", tile: 3,
            [
                Product(
                    name: "Headphones", price: "€ 79", icon: "audio-headphones-symbolic",
                    words: "Closed, light, and quiet around you."),
                Product(
                    name: "Microphone", price: "€ 119", icon: "audio-input-microphone-symbolic",
                    words: "For voices, close or across the room."),
                Product(
                    name: "Loudspeaker", price: "€ 149", icon: "audio-speakers-symbolic",
                    words: "Fills a kitchen; fits on a shelf."),
                Product(
                    name: "Player", price: "€ 59", icon: "multimedia-player-symbolic",
                    words: "A thousand albums and one wheel."),
            ]),
        Department(
            "Pictures", "See and keep", tile: 1,
            [
                Product(
                    name: "Camera", price: "€ 349", icon: "camera-photo-symbolic",
                    words: "One lens that you will not change."),
                Product(
                    name: "Video camera", price: "€ 429", icon: "camera-video-symbolic",
                    words: "Steady while you are not."),
                Product(
                    name: "Screen", price: "€ 49", icon: "video-display-symbolic",
                    words: "Wide enough for two windows and a dream."),
                Product(
                    name: "Printer", price: "€ 189", icon: "printer-symbolic",
                    words: "Paper, as it used to be, in colour."),
            ]),
        Department(
            "Desk", "For both hands", tile: 6,
            [
                Product(
                    name: "Keyboard", price: "€ 89", icon: "input-keyboard-symbolic",
                    words: "Soft keys with a firm bottom."),
                Product(
                    name: "Mouse", price: "€ 39", icon: "input-mouse-symbolic", words: "Round where the hand is round."),
                Product(
                    name: "Touchpad", price: "€ 99", icon: "input-touchpad-symbolic",
                    words: "Feels how hard you press. You know what for."),
                Product(
                    name: "Tablet", price: "€ 139", icon: "input-tablet-symbolic", words: "Paper that can be undone."),
            ]),
    ]
}
