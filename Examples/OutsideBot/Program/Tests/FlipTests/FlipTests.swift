import BotKit
import BotTesting
import Flip
import Testing

struct FlipTests {
    @Test func `each side comes, and nothing else`() async throws {
        let clan = try await TestClan(Flip.self)
        var seen: Set<String> = []
        for _ in 0..<20 {
            seen.formUnion(try await clan.user("an").says("*flip").compactMap(\.text))
            try await clan.advance(by: .seconds(5))  // A command without a cooldown may be used ten times in half a minute.
        }
        #expect(seen == ["heads", "tails"])
    }
}

extension Action {
    /// The text of a message that the action sends. Later versions of BotKit may add kinds of actions, which the default covers.
    fileprivate var text: String? {
        switch self {
        case .reply(let draft), .editReply(let draft), .edit(_, let draft), .send(let draft, _), .directMessage(let draft, _),
            .ephemeral(let draft, _):
            draft.content.text
        case .react, .unreact, .delete, .pin, .member, .run, .schedule, .cancel, .resolved: nil
        @unknown default: nil
        }
    }
}
