import Foundation

/// The JSON encoding of stored state.
enum StateJSON {
    static let maximum = 256 * 1024  // Bytes: a value is rewritten as a whole at each change.

    /// Encodes state.
    ///
    /// - Throws: `StateError`.
    static func text(_ state: some BotState) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes: Data
        do {
            bytes = try encoder.encode(state)
        } catch {
            throw StateError.unreadable("\(error)")
        }
        guard bytes.count <= maximum else { throw StateError.tooLarge(bytes: bytes.count) }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func tree(_ state: some BotState) throws -> JSONValue { try tree(of: text(state)) }

    /// Parses JSON.
    ///
    /// - Throws: `StateError`.
    static func tree(of text: String) throws -> JSONValue {
        do {
            return try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        } catch {
            throw StateError.unreadable("\(error)")
        }
    }

    /// Decodes state from parsed JSON.
    ///
    /// - Throws: `StateError`.
    static func value<S: BotState>(_ tree: JSONValue) throws -> S {
        do {
            return try JSONDecoder().decode(S.self, from: JSONEncoder().encode(tree))
        } catch {
            throw StateError.unreadable("\(error)")
        }
    }

    /// Returns the paths that exist in one tree and not in the other.
    static func lost(from old: JSONValue, to new: JSONValue, under path: String = "") -> [String] {
        switch (old, new) {
        case (.object(let old), .object(let new)):
            old.sorted { $0.key < $1.key }.flatMap { key, value -> [String] in
                let path = path.isEmpty ? key : path + "." + key
                return new[key].map { lost(from: value, to: $0, under: path) } ?? (value == .null ? [] : [path])
            }
        case (.array(let old), .array(let new)) where old.count == new.count:
            zip(old, new).flatMap { lost(from: $0, to: $1, under: path) }
        case (.object, _), (.array, _): [path]
        default: []
        }
    }

    /// Decodes a stored value; one of another version goes through the type's migration.
    ///
    /// - Throws: `StateError`, and errors of the migration.
    static func value<S: BotState>(_ stored: StoredState?) throws -> S {
        guard let stored else { return S() }
        guard stored.fingerprint == S.fingerprint else { return try S.migrate(tree(of: stored.json)) }
        do {
            return try JSONDecoder().decode(S.self, from: Data(stored.json.utf8))
        } catch {
            throw StateError.unreadable("\(error)")
        }
    }
}
