import TextFolding

/// A search of AutoModerator, as its key describes it: `~title+body#2 (includes, regex)`.
struct SearchCheck: Hashable {
    enum Method: String {
        case includes
        case includesWord = "includes-word"
        case startsWith = "starts-with"
        case endsWith = "ends-with"
        case fullExact = "full-exact"
        case fullText = "full-text"

        var fit: PatternFit {
            switch self {
            case .includes: .anywhere
            case .includesWord: .word
            case .startsWith: .start
            case .endsWith: .end
            case .fullExact: .whole
            case .fullText: .wholeWords
            }
        }
    }

    private(set) var fields: [String] = []
    private(set) var isNegated = false
    /// The method that the key names; `nil` for the field's own.
    private(set) var method: Method?
    private(set) var isPattern = false
    private(set) var isCaseSensitive = false

    /// The fields of posts, comments and authors that can be searched.
    private static let known: Set<String> = [
        "id", "title", "domain", "url", "body", "flair_text", "flair_css_class", "flair_template_id", "poll_option_text",
        "crosspost_id", "crosspost_title", "media_author", "media_author_url", "media_title", "media_description", "name",
    ]

    /// The fields that hold what a member writes.
    static let written: Set<String> = ["title", "body", "domain", "url"]

    /// Parses a key; `nil` if it is no search.
    init?(_ key: String) {
        var rest = key[...]
        if rest.first == "~" {
            isNegated = true
            rest = rest.dropFirst()
        }
        if let open = rest.firstIndex(of: "(") {
            let words = rest[open...].dropFirst().prefix { $0 != ")" }
            for word in words.split(whereSeparator: { $0 == "," || $0 == " " }) {
                switch word {
                case "regex": isPattern = true
                case "case-sensitive": isCaseSensitive = true
                default:
                    guard let method = Method(rawValue: String(word)) else { return nil }
                    self.method = method
                }
            }
            rest = rest[..<open]
        }
        let name = rest.prefix { $0 != "#" }
        fields = name.split(separator: "+", omittingEmptySubsequences: false)
            .map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
        guard !fields.isEmpty, fields.allSatisfy(Self.known.contains) else { return nil }
    }

    /// The method that applies.
    var effectiveMethod: Method {
        if let method { return method }
        guard fields.count == 1 else { return .includesWord }
        return switch fields[0] {
        case "id", "flair_text", "flair_css_class", "flair_template_id", "media_author": .fullExact
        case "url", "media_author_url": .includes
        default: .includesWord
        }
    }

    var folds: [Fold] { isCaseSensitive ? [] : [.case] }

    /// A Boolean value that indicates whether only posts have the fields, and comments do not.
    var concernsPostsOnly: Bool { !fields.contains { ["body", "id", "name"].contains($0) } }
}
