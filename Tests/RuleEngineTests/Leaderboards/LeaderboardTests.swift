import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct LeaderboardTests {
    @Test func `a leaderboard orders by count, then by who was first, and keeps a hundred`() {
        var board = Leaderboard()
        board.set(2, of: 5)
        board.set(3, of: 7)
        board.set(2, of: 8)
        #expect(board.places.map(\.user) == [7, 5, 8])
        board.set(4, of: 8)
        board.set(0, of: 7)
        #expect(board.places.map(\.user) == [8, 5] && Leaderboard(board.text) == board)
        for user in 1000..<1200 { board.set(1, of: UserID(Int64(user))) }
        #expect(board.places.count == 100 && Leaderboard("x 5: 7:x 8:2").places.map(\.user) == [8])
    }

    @Test func `the highest counts are shown with names, for the clan of the event`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: thanks, trigger: message, when: { text: { contains: thanks } }, then: { counter: { add: { name: kudos } } } }
              - { id: top, trigger: { command: top }, then: { reply: "{{ leaderboard.kudos | top: 2 | default: nobody }}" } }
            """, person: { user, _ in Author(id: user, username: "u\(user)") })
        #expect(harness.say("*top").actions == [.reply("nobody")])
        let an = Author(id: 7, username: "an", displayName: "An")
        for author in [an, RuleEngineHarness.moderator, an, RuleEngineHarness.binh] { harness.say("thanks", by: author) }
        #expect(harness.say("*top").actions == [.reply("1. u7: 2\n2. u8: 1")])
    }
}
