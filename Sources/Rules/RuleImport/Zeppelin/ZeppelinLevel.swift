/// A level of Zeppelin's protection from raids.
struct ZeppelinLevel {
    /// The alert level in its place.
    let word: String

    init(_ text: String) {
        word =
            switch text.lowercased() {
            case "high": "raid"
            case "medium": "raised"
            case "low": "guarded"
            default: "calm"
            }
    }
}
