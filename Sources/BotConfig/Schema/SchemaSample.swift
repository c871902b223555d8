/// What readers showed of one place in a configuration while they read a blank one.
struct SchemaSample {
    struct Key {
        let name: String
        let sketch: Int
        var doc: String
        var isRequired: Bool
    }

    struct Word {
        let name: String
        let sketch: Int
        var standsAlone = true
        var takesValue = true
    }

    /// Ways in which it may be one text; none where it is not.
    var texts: [TextFormat] = []
    /// What each item of a list is.
    var item: Int?
    var isListOptional = false
    /// What each value of a map with names of the operator's is.
    var entry: Int?
    /// The keys of a map, in the order in which they are asked for; `nil` where it is none.
    var keys: [Key]?
    /// Whether that are all keys; without it, a reader only looked whether one of them is there.
    var isClosed = false
    /// Words, alone or as the only key of a map.
    var words: [Word] = []
    /// The definition that tells what else it may be.
    var reference: String?

    mutating func add(_ text: TextFormat) {
        if !texts.contains(text) { texts.append(text) }
    }
}
