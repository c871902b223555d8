/// A decoder that reads a tree of text over a tree of defaults: a missing key takes its default, and a scalar is parsed as the
/// requested type.
struct OptionsDecoder: Decoder {
    let value: JSONValue
    let fallback: JSONValue
    let codingPath: [any CodingKey]
    /// The names of the properties, including those without a default in `fallback`.
    var names: [String] = []
    /// The secrets that options refer to, by reference.
    var secrets: [String: Secret] = [:]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        switch value {
        case .null: break
        case .object(let given):
            for key in given.keys.sorted() where Key(stringValue: key) == nil { throw unknown(key, among: type) }
        default: throw problem("expected a map")
        }
        return KeyedDecodingContainer(Keyed<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let items = (value == .null ? fallback : value).array else { throw problem("expected a list") }
        return Unkeyed(decoder: self, items: items)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { Scalar(decoder: self) }

    func problem(_ message: String) -> OptionError { OptionError(path: codingPath.map(\.stringValue), message: message) }

    private func unknown<Key: CodingKey>(_ key: String, among type: Key.Type) -> OptionError {
        let others = (fallback.object ?? [:]).keys.sorted().filter { !names.contains($0) }
        let candidates = (names + others).filter { Key(stringValue: $0) != nil }
        let expected = candidates.isEmpty ? "" : "; available: \(candidates.joined(separator: ", "))"
        let whole = codingPath.isEmpty ? "this bot" : "'\(codingPath.map(\.stringValue).joined(separator: "."))'"
        return OptionError(
            path: codingPath.map(\.stringValue) + [key], message: "'\(key)' is not an option of \(whole)\(expected)",
            candidates: candidates)
    }

    func child(_ value: JSONValue?, fallback: JSONValue?, at key: any CodingKey) -> OptionsDecoder {
        OptionsDecoder(
            value: value ?? .null, fallback: fallback ?? .null, codingPath: codingPath + [key], secrets: secrets)
    }

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: OptionsDecoder
        var codingPath: [any CodingKey] { decoder.codingPath }
        var given: [String: JSONValue] { decoder.value.object ?? [:] }
        var defaults: [String: JSONValue] { decoder.fallback.object ?? [:] }
        var allKeys: [Key] { Set(given.keys).union(defaults.keys).sorted().compactMap(Key.init(stringValue:)) }

        func contains(_ key: Key) -> Bool { given[key.stringValue] != nil || defaults[key.stringValue] != nil }
        func decodeNil(forKey key: Key) -> Bool { (given[key.stringValue] ?? defaults[key.stringValue] ?? .null) == .null }
        func at(_ key: any CodingKey) -> OptionsDecoder {
            decoder.child(given[key.stringValue], fallback: defaults[key.stringValue], at: key)
        }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try Scalar(decoder: at(key)).decode(type) }
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            try at(key).container(keyedBy: type)
        }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try at(key).unkeyedContainer() }
        func superDecoder() throws -> any Decoder { decoder }
        func superDecoder(forKey key: Key) throws -> any Decoder { at(key) }
    }

    private struct Position: CodingKey {
        let intValue: Int?
        var stringValue: String { String(intValue ?? 0) }
        init(_ index: Int) { intValue = index }
        init?(stringValue: String) { nil }
        init?(intValue: Int) { self.init(intValue) }
    }

    private struct Unkeyed: UnkeyedDecodingContainer {
        let decoder: OptionsDecoder
        let items: [JSONValue]
        var currentIndex = 0
        var codingPath: [any CodingKey] { decoder.codingPath }
        var count: Int? { items.count }
        var isAtEnd: Bool { currentIndex >= items.count }

        mutating func next() throws -> OptionsDecoder {
            guard !isAtEnd else { throw decoder.problem("the list is too short") }
            defer { currentIndex += 1 }
            return decoder.child(items[currentIndex], fallback: nil, at: Position(currentIndex))
        }
        mutating func decodeNil() throws -> Bool {
            guard !isAtEnd, items[currentIndex] == .null else { return false }
            currentIndex += 1
            return true
        }
        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try Scalar(decoder: next()).decode(type) }
        mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
            try next().container(keyedBy: type)
        }
        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
        mutating func superDecoder() throws -> any Decoder { try next() }
    }

    private struct Scalar: SingleValueDecodingContainer {
        let decoder: OptionsDecoder
        var codingPath: [any CodingKey] { decoder.codingPath }
        var value: JSONValue { decoder.value == .null ? decoder.fallback : decoder.value }

        func decodeNil() -> Bool { value == .null }

        func decode<T: Decodable>(_ type: T.Type) throws -> T {
            switch type {
            case is String.Type: return try same(text())
            case is Secret.Type: return try same(secret())
            case is Bool.Type: return try same(boolean())
            case is Double.Type: return try same(number())
            case is Float.Type: return try same(Float(number()))
            case let integer as any FixedWidthInteger.Type: return try same(whole(integer))
            default:
                do {
                    return try T(from: decoder)
                } catch DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
                    DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context)
                {
                    throw decoder.problem(context.debugDescription)
                }
            }
        }

        /// Returns a value as the requested type, which the calling `case` has already checked.
        private func same<T>(_ value: some Any) throws -> T {
            guard let value = value as? T else { throw decoder.problem("the value cannot be read as \(T.self)") }
            return value
        }

        private func secret() throws -> Secret {
            if value == .null { return Secret("") }
            guard let reference = value.object?[Secret.referenceKey]?.string else {
                throw decoder.problem("a secret must not be written in a configuration file: write ${env:NAME} or ${file:PATH}")
            }
            return Secret(decoder.secrets[reference]?.reveal() ?? "", reference: reference)
        }

        private func text() throws -> String {
            if value.object?[Secret.referenceKey] != nil {
                throw decoder.problem("this option is not a secret: write its value here")
            }
            guard let text = value.string else { throw decoder.problem("expected a text") }
            return text
        }

        private func boolean() throws -> Bool {
            switch value {
            case .bool(let value): return value
            case .string("true"): return true
            case .string("false"): return false
            default: throw decoder.problem("expected 'true' or 'false'")
            }
        }

        private func number() throws -> Double {
            if case .number(let number) = value { return number }
            if case .integer(let number) = value { return Double(number) }
            guard let number = value.string.flatMap(Double.init), number.isFinite else {
                throw decoder.problem("expected a number")
            }
            return number
        }

        private func whole<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
            guard let number = value.integer.flatMap({ T(exactly: $0) }) else {
                throw decoder.problem("expected a whole number from \(T.min) to \(T.max)")
            }
            return number
        }
    }
}
