import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct RecentMessagesTests {
    @Test func `recent messages are bounded per user and in the number of users`() {
        var recent = RecentMessages()
        for person in 1...6000 {
            for number in 0..<3 {
                recent.note(
                    Evidence(
                        message: MessageID(Int64(person * 10 + number)), channel: 1, author: UserID(Int64(person)), text: "",
                        attachments: [], at: RuleEngineHarness.at(Double(person))), in: 1, keeping: 2)
            }
        }
        func last(_ person: Int64) -> [MessageID] {
            recent.last(5, of: UserID(person), in: 1, until: RuleEngineHarness.at(10_000)).map(\.message)
        }
        #expect(last(6000) == [60_001, 60_002])
        #expect(last(1) == [])
    }
}
