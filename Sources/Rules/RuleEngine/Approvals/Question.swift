import ChatModel
import Foundation

/// A question to moderators, with everything needed to carry out either answer long after its event.
struct Question: Hashable, Sendable, Codable {
    enum Choice: String, Hashable, Sendable, Codable { case approve, reject }

    /// The outcome if no one has answered in time.
    enum Fallback: String, Hashable, Sendable, Codable, CaseIterable { case approve, reject, nothing }

    /// The rule that asks.
    var author: String
    /// The channel in which the question was asked. Button presses from other channels are ignored.
    var channel: ChannelID
    /// The message of the question, without its buttons.
    var draft: Draft
    var approve: DeferredActions
    var reject: DeferredActions
    var onExpire: Fallback
    /// The roles that may decide; moderators if empty.
    var roles: [RoleID]
    var askedAt: Date

    func branch(_ choice: Choice, at now: Date) -> DeferredActions {
        let branch = choice == .approve ? approve : reject
        return branch.delayed(by: max(0, now.timeIntervalSince(askedAt)))
    }

    /// The question as stored JSON.
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
    /// Decodes a stored question.
    init(_ text: String) throws { self = try JSONDecoder().decode(Question.self, from: Data(text.utf8)) }
}
