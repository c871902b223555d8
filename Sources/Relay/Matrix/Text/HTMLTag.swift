/// The beginning of an element, with those of its attributes that say something.
struct HTMLTag: Hashable, Sendable {
    /// In lower case.
    var name: String
    /// By their names in lower case; of several with one name the first.
    var attributes: [String: String] = [:]

    static let attributesRead: Set<String> = ["href", "class", "data-mx-spoiler", "alt", "title", "start"]
}
