package import ChatModel
package import Foundation

/// The keys of a JSON object of a line, taken one by one; the first error is reported for the line.
package struct JSONFields {
    package struct FieldError: Error {
        package var message: String

        package init(message: String) { self.message = message }
    }

    private var object: [String: JSONValue]
    /// The keys that were asked for and not given.
    private var known: [String] = []
    /// The name of the object with these keys, for messages.
    private let what: String

    package init(_ value: JSONValue, _ what: String) throws {
        guard case .object(let object) = value else { throw FieldError(message: "\(what) must be a JSON object") }
        self.object = object
        self.what = what
    }

    package mutating func value(_ key: String) -> JSONValue? {
        takeAny(key).flatMap { $0 == .null ? nil : $0 }
    }

    /// Takes a value that may be null; nil if the key is not given.
    package mutating func takeAny(_ key: String) -> JSONValue? {
        guard let value = object.removeValue(forKey: key) else {
            known.append(key)
            return nil
        }
        return value
    }

    package mutating func text(_ key: String) throws -> String? {
        guard let value = value(key) else { return nil }
        guard let text = value.string else { throw FieldError(message: "'\(key)' must be a text") }
        return text
    }

    package mutating func needed(_ key: String) throws -> String {
        guard let text = try text(key), !text.isEmpty else { throw FieldError(message: "\(what) needs '\(key)'") }
        return text
    }

    package mutating func whole(_ key: String) throws -> Int? {
        guard let value = value(key) else { return nil }
        guard case .integer(let number) = value, (0...Int64(Int32.max)).contains(number) else {
            throw FieldError(message: "'\(key)' must be a whole number, 0 or more")
        }
        return Int(number)
    }

    package mutating func number(_ key: String) throws -> Double? {
        switch value(key) {
        case nil: return nil
        case .integer(let number): return Double(number)
        case .number(let number): return number
        default: throw FieldError(message: "'\(key)' must be a number")
        }
    }

    package mutating func flag(_ key: String) throws -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .bool(let flag) = value else { throw FieldError(message: "'\(key)' must be true or false") }
        return flag
    }

    package mutating func list(_ key: String) throws -> [JSONValue]? {
        guard let value = value(key) else { return nil }
        guard let items = value.array else { throw FieldError(message: "'\(key)' must be a list") }
        return items
    }

    package mutating func texts(_ key: String) throws -> [String]? {
        try list(key)?.map { item in
            guard let text = item.string else { throw FieldError(message: "'\(key)' must be a list of texts") }
            return text
        }
    }

    /// Takes a duration: `20m`, `1h30m`, preceded by a sign if one is required.
    package mutating func duration(_ key: String, sign: Character? = nil) throws -> Duration? {
        guard let text = try text(key) else { return nil }
        let length = sign.map { text.first == $0 ? text.dropFirst() : "" } ?? text[...]
        guard let seconds = DurationText.seconds(length) else {
            let sign = sign.map(String.init) ?? ""
            throw FieldError(message: "'\(key)' must be a duration such as \(sign)30s, \(sign)20m or \(sign)1d, not '\(text)'")
        }
        return .seconds(seconds)
    }

    package mutating func date(_ key: String) throws -> Date? {
        guard let text = try text(key) else { return nil }
        guard let date = try? Date(text, strategy: .iso8601), (0...4_000_000_000).contains(date.timeIntervalSince1970) else {
            throw FieldError(message: "'\(key)' must be a time such as 2026-03-02T02:00:00Z, not '\(text)'")
        }
        return date
    }

    /// Verifies that no keys are left; to be called last.
    package func finish() throws {
        guard let key = object.keys.min() else { return }
        let suggestion = Spelling.nearest(to: key, among: known).map { "; did you mean '\($0)'?" } ?? ""
        throw FieldError(message: "\(what) has no '\(key)'\(suggestion)")
    }
}
