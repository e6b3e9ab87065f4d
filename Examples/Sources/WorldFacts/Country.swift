/// A country and what there is to know of it. Round numbers.
struct Country: Equatable {
    let code: String
    let name: String
    let capital: String
    /// In millions.
    let population: String
    /// In thousands of km².
    let area: String
    let languages: String
    let currency: String

    var facts: KeyValuePairs<String, String> {
        [
            "Capital": capital, "Population": "\(population) million", "Area": "\(area) 000 km²",
            "Languages": languages, "Currency": currency,
        ]
    }

    /// As it is printed.
    var text: String {
        ([name] + facts.map { "  \($0.key): \($0.value)" }).joined(separator: "\n")
    }

    static let all = [
        Country(
            code: "BR", name: "Brazil", capital: "Brasília", population: "203", area: "8 510", languages: "Portuguese",
            currency: "Real"),
        Country(
            code: "CA", name: "Canada", capital: "Ottawa", population: "40", area: "9 985",
            languages: "English, French", currency: "Canadian dollar"),
        Country(
            code: "EG", name: "Egypt", capital: "Cairo", population: "105", area: "1 002", languages: "Arabic",
            currency: "Egyptian pound"),
        Country(
            code: "FI", name: "Finland", capital: "Helsinki", population: "5.6", area: "338",
            languages: "Finnish, Swedish", currency: "Euro"),
        Country(
            code: "IS", name: "Iceland", capital: "Reykjavík", population: "0.4", area: "103", languages: "Icelandic",
            currency: "Króna"),
        Country(
            code: "JP", name: "Japan", capital: "Tokyo", population: "124", area: "378", languages: "Japanese",
            currency: "Yen"),
        Country(
            code: "KE", name: "Kenya", capital: "Nairobi", population: "53", area: "580",
            languages: "Swahili, English", currency: "Kenyan shilling"),
        Country(
            code: "NZ", name: "New Zealand", capital: "Wellington", population: "5.1", area: "268",
            languages: "English, Māori, sign language", currency: "New Zealand dollar"),
        Country(
            code: "PT", name: "Portugal", capital: "Lisbon", population: "10", area: "92", languages: "Portuguese",
            currency: "Euro"),
    ]
}
