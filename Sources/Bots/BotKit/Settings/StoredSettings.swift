import Foundation

/// The settings of one bot in one clan that differ from the defaults, and their latest changes.
struct StoredSettings: Hashable, Sendable, Codable {
    struct Change: Hashable, Sendable, Codable {
        var name: String
        /// The values before and after, in stored form; nil for the default.
        var from: JSONValue?
        var to: JSONValue?
        /// The name of the user, or `console` or `command`.
        var by: String
        /// The user; nil for changes from outside of the chat.
        var user: UserID?
        var at: Date
    }

    private(set) var values: [String: JSONValue] = [:]
    /// The changes, oldest first.
    private(set) var changes: [Change] = []

    static let fingerprint = "settings"
    private static let maxChanges = 50  // The value is rewritten as a whole at each change.
    private static let mark = "~settings/"

    static func key(_ clan: ClanID) -> String { "\(mark)clan:\(clan)" }
    static func isKey(_ key: String) -> Bool { key.hasPrefix(mark) }

    /// Decodes the stored settings.
    ///
    /// - Throws: `DecodingError`.
    init(_ stored: StoredState?) throws {
        if let stored { self = try JSONDecoder().decode(Self.self, from: Data(stored.json.utf8)) }
    }

    /// Changes a value; returns false if it is the same already.
    mutating func set(_ name: String, to value: JSONValue?, by author: String, _ user: UserID?, at now: Date) -> Bool {
        let old = values[name]
        guard old != value else { return false }
        values[name] = value
        changes.append(Change(name: name, from: old, to: value, by: author, user: user, at: now))
        changes.removeFirst(max(0, changes.count - Self.maxChanges))
        return true
    }

    /// The values alone, for decisions: the changes decide nothing, and would be recorded with each of them.
    var withoutChanges: StoredSettings {
        var settings = self
        settings.changes = []
        return settings
    }

    /// Encodes the settings. Of changes that exceed the maximum size of state, the older half is dropped until the others fit.
    ///
    /// - Throws: `StateError.tooLarge` if the values alone exceed it.
    func stored() throws -> StoredState {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var settings = self
        while true {
            let json = try encoder.encode(settings)
            guard json.count > StateJSON.maximum else {
                return StoredState(fingerprint: Self.fingerprint, json: String(decoding: json, as: UTF8.self))
            }
            guard !settings.changes.isEmpty else { throw StateError.tooLarge(bytes: json.count) }
            settings.changes.removeFirst((settings.changes.count + 1) / 2)
        }
    }
}
