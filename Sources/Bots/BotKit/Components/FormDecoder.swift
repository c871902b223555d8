/// A decoder that reads a form's values as the properties of a struct. Argument types are parsed as in a command.
struct FormDecoder: Decoder {
    let submission: Submission
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed<Key>(submission: submission))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.notAStruct }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.notAStruct }

    /// An error of the bot, not of the user's input.
    private static var notAStruct: DecodingError {
        DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "a form must be decoded as a struct of its fields"))
    }

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let submission: Submission
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { submission.values.keys.sorted().compactMap(Key.init(stringValue:)) }

        func contains(_ key: Key) -> Bool { submission.values[key.stringValue] != nil }
        func decodeNil(forKey key: Key) -> Bool { !contains(key) }

        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            try FormValue(texts: submission.values[key.stringValue] ?? [], label: label(of: key)).decode(type)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw FormDecoder.notAStruct }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw FormDecoder.notAStruct }
        func superDecoder() throws -> any Decoder { throw FormDecoder.notAStruct }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw FormDecoder.notAStruct }

        private func label(of key: Key) -> String { submission.labels[key.stringValue] ?? key.stringValue }
    }
}

/// The content of one field.
private struct FormValue: Decoder, SingleValueDecodingContainer {
    let texts: [String]
    let label: String
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw wrong(LocalizedText("invalid value", vi: "cần nội dung khác"))
    }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { Several(texts: texts, label: label) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }
    func decodeNil() -> Bool { texts.isEmpty }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if T.self == String.self, let text = try one() as? T { return text }
        if let argument = type as? any Argument.Type, !(type is any Collection.Type) {
            return try same(read(argument))
        }
        if let integer = type as? any FixedWidthInteger.Type { return try same(whole(integer)) }
        if T.self == Float.self { return try same(Float(try read(Double.self))) }
        do {
            return try T(from: self)
        } catch is DecodingError {
            throw wrong(LocalizedText("invalid value", vi: "nội dung này không hợp lệ"))
        }
    }

    private func one() throws -> String {
        guard let text = texts.first else { throw wrong(LocalizedText("this is missing", vi: "còn thiếu")) }
        guard texts.count == 1 else { throw wrong(LocalizedText("choose only one", vi: "chỉ được chọn một")) }
        return text
    }

    private func read<A: Argument>(_ type: A.Type) throws -> A {
        do {
            var reader = ArgumentReader(CommandText(try one()), at: 0)
            let value = try reader.take(A.self)
            try reader.finish()
            return value
        } catch let usageError as LocatedUsageError {
            throw wrong(usageError.wording)
        }
    }

    private func whole<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        guard let number = T(exactly: try read(Int.self)) else { throw wrong(.expected(Int.expects)) }
        return number
    }

    private func same<T>(_ value: some Any) throws -> T {
        guard let value = value as? T else {
            throw wrong(LocalizedText("invalid value", vi: "nội dung này không hợp lệ"))
        }
        return value
    }

    fileprivate func wrong(_ wording: LocalizedText) -> UsageError {
        UsageError(LocalizedText("\(label): \(wording.en)", vi: "\(label): \(wording.vi)"))
    }

    private struct Several: UnkeyedDecodingContainer {
        let texts: [String]
        let label: String
        var currentIndex = 0
        var codingPath: [any CodingKey] { [] }
        var count: Int? { texts.count }
        var isAtEnd: Bool { currentIndex >= texts.count }

        mutating func next() -> FormValue {
            defer { currentIndex += 1 }
            return FormValue(texts: isAtEnd ? [] : [texts[currentIndex]], label: label)
        }
        mutating func decodeNil() -> Bool { false }
        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }
        mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
            try next().container(keyedBy: type)
        }
        mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { next().unkeyedContainer() }
        mutating func superDecoder() -> any Decoder { next() }
    }
}
