/// A parsed line of the protocol. Parsing never fails with an error: any input gives a line or nil.
struct IRCLine: Hashable, Sendable {
    var tags: [String: String]
    var source: IRCSource?
    /// The command in capitals, or three digits.
    var command: String
    var params: [String]

    // RFC 1459 allows fifteen; parameters beyond this limit are dropped.
    static let maxParams = 32

    init(_ command: String, _ params: [String] = [], source: IRCSource? = nil, tags: [String: String] = [:]) {
        self.tags = tags
        self.source = source
        self.command = command
        self.params = params
    }

    /// Parses a line. The result is `nil` if it contains no command.
    ///
    /// - Parameter bytes: The line without its end.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        tags = [:]
        if rest.first == UInt8(ascii: "@") {
            let word = Self.word(&rest)
            tags = IRCTags.read(word.dropFirst())
        }
        Self.skip(&rest)
        if rest.first == UInt8(ascii: ":") {
            let word = Self.word(&rest)
            source = IRCSource(IRCTextEncoding.text(word.dropFirst()))
            Self.skip(&rest)
        }
        let name = Self.word(&rest)
        guard !name.isEmpty, name.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }) else {
            return nil
        }
        command = IRCTextEncoding.text(name).uppercased()
        params = []
        while params.count < Self.maxParams {
            Self.skip(&rest)
            guard let first = rest.first else { break }
            guard first != UInt8(ascii: ":") else {
                params.append(IRCTextEncoding.text(rest.dropFirst()))
                break
            }
            params.append(IRCTextEncoding.text(Self.word(&rest)))
        }
    }

    /// Returns a parameter; `nil` if the server sent fewer.
    func param(_ index: Int) -> String? { params.indices.contains(index) ? params[index] : nil }

    private static func skip(_ rest: inout ArraySlice<UInt8>) {
        rest = rest.drop { $0 == UInt8(ascii: " ") }
    }

    private static func word(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let word = rest.prefix { $0 != UInt8(ascii: " ") }
        rest = rest[word.endIndex...]
        return word
    }
}
