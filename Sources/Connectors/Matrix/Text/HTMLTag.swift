/// The start tag of an element, with the attributes that the converter reads.
struct HTMLTag: Hashable, Sendable {
    /// The name in lower case.
    var name: String
    /// The attributes by their names in lower case; of duplicates the first.
    var attributes: [String: String] = [:]

    static let attributesRead: Set<String> = ["href", "class", "data-mx-spoiler", "alt", "title", "start"]
}
