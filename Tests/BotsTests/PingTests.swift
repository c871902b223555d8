import BotKit
import Testing

@testable import Bots

struct PingTests {
    @Test(arguments: [("*ping", [Action.reply("pong")]), ("*ping ", nil), ("ping", nil), ("*PING", nil), ("", nil)])
    func `only *ping is answered`(text: String, actions: [Action]?) async throws {
        #expect(try await answer(of: Ping(options: NoOptions()), to: text) == actions)
    }
}
