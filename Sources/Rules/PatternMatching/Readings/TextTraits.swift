/// The characters of a text without which some folds have nothing to do.
struct TextTraits: OptionSet, Sendable {
    let rawValue: UInt8

    /// The markup of a chat: `|`, `*`, `_`, `~` or a backquote.
    static let markup = TextTraits(rawValue: 1)
    /// A symbol that may hide a letter: `*`, `#`, or one beyond the letters of Vietnamese.
    static let masks = TextTraits(rawValue: 2)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(of text: String) {
        var text = text
        rawValue = text.withUTF8 { utf8 in
            Self.table.withUnsafeBufferPointer { table in utf8.reduce(0) { $0 | table[Int($1)] } }
        }
    }

    private static let table: [UInt8] = (UInt8.min...UInt8.max).map { byte in
        var traits: TextTraits = []
        if MarkupReading.isMark(byte) { traits.insert(.markup) }
        if byte == UInt8(ascii: "*") || byte == UInt8(ascii: "#") || byte >= 0xE2 { traits.insert(.masks) }
        return traits.rawValue
    }
}
