/// The name of a new bot, as a type and in `config.yaml`.
package struct BotName: Hashable, Sendable {
    /// The type name, for example `WordChain`.
    package let type: String
    /// The configured name, for example `word-chain`, which is also its first command.
    package let identifier: String

    private static let longest = 40  // A longer name fills a line of every listing.

    /// Parses `WordChain`, `wordChain` or `word-chain`.
    ///
    /// - Throws: `BotScaffoldError.badName`.
    package init(_ text: String) throws(BotScaffoldError) {
        guard text.utf8.count <= Self.longest else { throw .badName(text, "has more than \(Self.longest) characters") }
        guard text.utf8.allSatisfy({ Self.isLetter($0) || Self.isDigit($0) || $0 == 45 }), let first = text.utf8.first,
            Self.isLetter(first)
        else { throw .badName(text, "must start with a letter and contain only letters a to z, digits and dashes") }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty }) else { throw .badName(text, "must not have a leading, trailing or double dash") }
        type = parts.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        identifier = Self.dashed(type)
    }

    /// Converts `WordChain` to `word-chain` and `EchoHTTP` to `echo-http`.
    private static func dashed(_ type: String) -> String {
        let letters = Array(type)
        return letters.indices.map { index -> String in
            let letter = letters[index]
            guard letter.isUppercase, index > 0 else { return letter.lowercased() }
            let beginsWord = !letters[index - 1].isUppercase || (index + 1 < letters.count && letters[index + 1].isLowercase)
            return (beginsWord ? "-" : "") + letter.lowercased()
        }.joined()
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
