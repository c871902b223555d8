import BotKit
import Testing

@testable import Bots

struct PingTests {
    @Test(arguments: [
        ("*ping", [Action.reply("pong")]), ("*ping ", [.reply("pong")]), ("*PING", [.reply("pong")]), ("ping", nil),
        ("*pings", nil),
        ("", nil),
    ])
    func `only the ping command is answered`(text: String, actions: [Action]?) async throws {
        #expect(try await answer(of: Ping(options: NoOptions()), to: text) == actions)
    }
}
