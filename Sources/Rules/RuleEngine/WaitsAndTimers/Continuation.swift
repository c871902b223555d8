import ChatModel
import Foundation

/// The deferred actions of a rule after a wait, with the facts of the original event and the revision that began the wait.
struct Continuation: Hashable, Sendable, Codable {
    /// The revision that began the wait.
    var version: String
    var rule: String
    var list: ActionList
    /// The position of the waiting action; empty for the beginning of the list.
    var path: [ActionStep]
    var event: Event
    /// The entry that the rule is about.
    var sequence: Int64
    /// The `id` of the trigger that fired.
    var trigger: String
    /// The user affected, if the trigger rather than the event determines it.
    var target: UserID?
    var executionMode: ExecutionMode
    var variables: [String: String]
    var found: MatchDetails
    /// The reason why the rule matched.
    var reason: String
    /// A Boolean value that indicates whether an event may end the wait early.
    var isAwaited: Bool?
    /// The case that triggered the rule, if another rule's did.
    var sanction: Sanction?
    /// The clan among whose waits it is listed; `nil` if another build stored it, or if it is not in a list.
    var clan: ClanID?

    /// The names in stored JSON, which stay the same when a property is renamed.
    private enum CodingKeys: String, CodingKey {
        case version, rule, list, path, event, sequence, trigger, target, variables, found, reason, isAwaited, sanction, clan
        case executionMode = "world"
    }

    /// The continuation as stored JSON.
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
    /// Decodes a stored continuation.
    init(_ text: String) throws { self = try JSONDecoder().decode(Continuation.self, from: Data(text.utf8)) }
}

extension StoredStateEntry {
    /// The revision that continues after this wait; `nil` for any other entry.
    package var waitingRevision: String? {
        guard let write, write.key.kind == .wait, write.key.subject.isEmpty, let entry = write.entry else {
            return nil
        }
        return (try? Continuation(entry.text))?.version
    }
}
