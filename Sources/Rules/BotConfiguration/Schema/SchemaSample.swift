/// The recorded format of one place in a configuration.
struct SchemaSample {
    struct Key {
        let name: String
        let sample: Int
        var doc: String
        var isRequired: Bool
    }

    struct Word {
        let name: String
        let sample: Int
        var standsAlone = true
        var takesValue = true
    }

    /// The text formats accepted; empty if no text is.
    var texts: [TextFormat] = []
    /// The sample of a list's items.
    var item: Int?
    var isListOptional = false
    /// The sample of the values of a map whose keys the operator chooses.
    var entry: Int?
    /// The keys of a map in the order of the queries; `nil` if it is none.
    var keys: [Key]?
    /// A Boolean value that indicates whether these are all keys; if false, a reader only tested for the presence of one.
    var isClosed = false
    /// The keywords, alone or as the only key of a map.
    var words: [Word] = []
    /// The name of the definition with further alternatives.
    var reference: String?

    mutating func add(_ text: TextFormat) {
        if !texts.contains(text) { texts.append(text) }
    }
}
