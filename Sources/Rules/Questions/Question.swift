import Foundation
import MezonModel

/// A question to moderators, with all that is needed to carry out either answer long after its event.
struct Question: Hashable, Sendable, Codable {
    enum Choice: String, Hashable, Sendable, Codable { case approve, reject }

    /// What happens when nobody has answered in time.
    enum Fallback: String, Hashable, Sendable, Codable, CaseIterable { case approve, reject, nothing }

    /// The rule that asks.
    var author: String
    /// The channel in which it was asked; a press from anywhere else decides nothing.
    var channel: ChannelID
    /// What was asked, without the buttons.
    var draft: Draft
    var approve: DeferredActions
    var reject: DeferredActions
    var onExpire: Fallback
    /// Who may decide; moderators where it is empty.
    var roles: [RoleID]
    var askedAt: Date

    func branch(_ choice: Choice, at now: Date) -> DeferredActions {
        let branch = choice == .approve ? approve : reject
        return branch.delayed(by: max(0, now.timeIntervalSince(askedAt)))
    }

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

extension Question {
    /// Reads what a memo has kept.
    init(_ text: String) throws { self = try JSONDecoder().decode(Question.self, from: Data(text.utf8)) }
}
