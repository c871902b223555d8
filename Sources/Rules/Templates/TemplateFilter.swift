/// What a template may do to a value.
enum TemplateFilter: Hashable, Sendable {
    case upper
    /// At most so many characters; the last is `…` where some were left out.
    case truncate(Int)
    /// “Between quotation marks”
    case quote
    /// Another text where there is none.
    case `default`(String)

    static let names = ["upper", "truncate", "quote", "default"]

    /// `nil` where the argument does not suit the name.
    init?(_ name: String, argument: String?) {
        switch (name, argument) {
        case ("upper", nil): self = .upper
        case ("quote", nil): self = .quote
        case ("truncate", let argument?):
            guard let count = Int(argument), (1...10_000).contains(count) else { return nil }
            self = .truncate(count)
        case ("default", let argument?):
            let isQuoted = argument.count >= 2 && argument.first == argument.last && "\"'".contains(argument.prefix(1))
            self = .default(isQuoted ? String(argument.dropFirst().dropLast()) : argument)
        default: return nil
        }
    }

    func callAsFunction(_ text: String) -> String {
        switch self {
        case .upper: text.uppercased()
        case .truncate(let count): text.count > count ? text.prefix(count - 1) + "…" : text
        case .quote: text.isEmpty ? "" : "“\(text)”"
        case .default(let other): text.isEmpty ? other : text
        }
    }
}
