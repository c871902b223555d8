import Foundation
import MezonModel

/// What a rule still has to do about an event, after a wait: with the facts of then, by the edition of then.
struct Continuation: Hashable, Sendable, Codable {
    /// The edition that began it.
    var version: String
    var rule: String
    var list: ActionList
    /// The action that waits; the beginning of the list where it is empty.
    var path: [ActionStep]
    var event: Event
    /// The entry that it is about.
    var sequence: Int64
    /// The `id` of the trigger that fired.
    var trigger: String
    /// Whom it happened to, where the trigger says so and not the event.
    var target: UserID?
    var world: ExecutionMode
    var variables: [String: String]
    var found: MatchDetails
    /// Why the rule hit.
    var reason: String

    /// As a memo keeps it.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            preconditionFailure("texts, ids and finite dates can always be written as JSON: \(error)")
        }
    }
}

extension Continuation {
    /// Reads what a memo has kept.
    init(_ text: String) throws { self = try JSONDecoder().decode(Continuation.self, from: Data(text.utf8)) }
}

extension StoredStateEntry {
    /// The edition that goes on after this wait; nil for anything else.
    package var waitingEdition: String? {
        guard let write, write.key.kind == .wait, write.key.subject.isEmpty, let memo = write.memo else { return nil }
        return (try? Continuation(memo.text))?.version
    }
}
