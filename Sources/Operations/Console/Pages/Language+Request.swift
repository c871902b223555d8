import ChatModel

extension Language {
    /// The name of the language in itself.
    var title: String {
        switch self {
        case .en: "English"
        case .vi: "Tiếng Việt"
        }
    }

    /// Chooses the language of a cookie, otherwise the first known one of an `Accept-Language` header by its weights.
    init(cookie: String?, accepted: String?) {
        if let chosen = cookie.flatMap(Language.init(rawValue:)) {
            self = chosen
            return
        }
        let ranked = (accepted ?? "").prefix(1_000).split(separator: ",").enumerated().compactMap { index, part in
            let fields = part.split(separator: ";").map { $0.filter { $0 != " " } }
            let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            let tag = fields.first?.split(separator: "-").first.map { $0.lowercased() } ?? ""
            return Language(rawValue: tag).map { (language: $0, weight: weight, index: index) }
        }
        let best = ranked.filter { $0.weight > 0 }.min { ($1.weight, $0.index) < ($0.weight, $1.index) }
        self = best?.language ?? .en
    }
}
