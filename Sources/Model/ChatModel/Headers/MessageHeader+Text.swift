/// The encoding and decoding of headers before a text.
///
/// A text that itself looks like a header is preceded by the mark `<->`, which is used for nothing else: text written by users is
/// never read as a header that another party has added.
extension MessageHeader {
    package static let maxHeaders = 16
    package static let maxBytes = 4 << 10

    package struct SplitBody: Hashable, Sendable {
        package var headers: [MessageHeader]
        package var text: String
        /// The start of the text in the body in UTF-16 units; ranges into the body move by this number.
        package var offset: Int

        package init(headers: [MessageHeader], text: String, offset: Int) {
            self.headers = headers
            self.text = text
            self.offset = offset
        }
    }

    /// Separates the headers from the text of a message's body, in linear time.
    ///
    /// Parsing stops before anything that is not a header, violates the rules, exceeds the number of headers or the size limit:
    /// the rest is text.
    package static func split(_ body: String, by rules: HeaderSchema = HeaderSchema()) -> SplitBody {
        guard body.utf8.first == UInt8(ascii: "<") else { return SplitBody(headers: [], text: body, offset: 0) }
        var reader = HeaderReader(Array(body.utf8))
        var headers: [MessageHeader] = []
        while headers.count < maxHeaders, let header = reader.header(by: rules, before: maxBytes) { headers.append(header) }
        reader.skipMark()
        guard reader.index > 0 else { return SplitBody(headers: [], text: body, offset: 0) }
        let start = body.utf8.index(body.utf8.startIndex, offsetBy: reader.index)
        return SplitBody(
            headers: headers, text: String(body.unicodeScalars[start...]),
            offset: body.utf16.distance(from: body.startIndex, to: start))
    }

    /// Adds headers to a text; `split` with the same rules restores both.
    ///
    /// A number under a key without a rule is restored as text.
    package static func join(
        _ headers: [MessageHeader], _ text: String, by rules: HeaderSchema = HeaderSchema()
    ) throws(MessageHeaderError) -> String {
        guard headers.count <= maxHeaders else { throw .tooMany(limit: maxHeaders) }
        var body = ""
        for header in headers { body += try header.encoded(by: rules) }
        guard body.utf8.count <= maxBytes else { throw .tooLarge(limitInBytes: maxBytes) }
        return front(body, of: text) + text
    }

    /// Returns encoded headers, followed by the mark if the text that they precede requires it.
    package static func front(_ headers: String, of text: String) -> String {
        let isHeader = text.utf8.first == UInt8(ascii: "<") && HeaderReader(Array(text.utf8)).looksLikeHeader
        return isHeader ? headers + HeaderReader.mark : headers
    }

    /// Returns whether a text is a valid name of a header or key.
    package static func isName(_ name: String) -> Bool { HeaderReader.isName(name) }

    package func encoded(by rules: HeaderSchema = HeaderSchema()) throws(MessageHeaderError) -> String {
        guard HeaderReader.isName(name) else { throw .badName(String(name.prefix(100))) }
        guard !fields.isEmpty else { throw .noFields(header: name) }
        var seen: Set<String> = []
        var parts: [String] = []
        for field in fields {
            guard HeaderReader.isName(field.key) else { throw .badName(String(field.key.prefix(100))) }
            guard seen.insert(field.key).inserted else { throw .sameKeyTwice(header: name, key: field.key) }
            let kind = rules.kind(of: field.key, in: name)
            guard let value = field.value.encoded, field.value.suits(kind) else {
                throw .badValue(header: name, key: field.key, wanted: kind)
            }
            parts.append("@\(field.key)\(value);")
        }
        return "<\(name)>\(parts.joined())</\(name)>"
    }
}

extension MessageHeader.Value {
    /// Parses a text as a value of a kind; nil if it is none. Flags and tuples are not parsed from a text.
    package init?(_ text: String, as kind: HeaderSchema.Kind?) {
        switch kind {
        case nil, .text: self = .text(text)
        case .identifier:
            guard HeaderReader.isIdentifier(text) else { return nil }
            self = .text(text)
        case .number:
            guard let number = HeaderReader.number(text) else { return nil }
            self = .number(number)
        case .flag, .tuple: return nil
        }
    }

    /// The value for display; a flag is `true`.
    package var shown: String {
        switch self {
        case .flag: "true"
        case .number(let number): Self.text(of: number)
        case .tuple(let elements): elements.joined(separator: ", ")
        case .text(let text): text
        }
    }

    func suits(_ kind: HeaderSchema.Kind?) -> Bool {
        switch (self, kind) {
        case (_, nil), (.flag, .flag), (.number, .number), (.tuple, .tuple), (.text, .text): true
        case (.text(let text), .identifier): HeaderReader.isIdentifier(text)
        case (.flag, _), (.number, _), (.tuple, _), (.text, _): false
        }
    }

    /// The encoding after the key; nil if the value cannot be encoded.
    fileprivate var encoded: String? {
        switch self {
        case .flag: ""
        case .number(let number): number.isFinite ? "=\(Self.text(of: number))" : nil
        // A single empty element, which needs a sign to differ from an empty tuple.
        case .tuple([""]): #"=(\-)"#
        case .tuple(let elements): "=(\(elements.map(HeaderReader.escaped).joined(separator: ",")))"
        case .text(let text): "=\(HeaderReader.escaped(text))"
        }
    }

    private static func text(of number: Double) -> String {
        if abs(number) < 9_007_199_254_740_992, let whole = Int64(exactly: number) { return "\(whole)" }
        return "\(number)"
    }
}
