import BotKit
import Testing

@testable import Bots

struct EchoTests {
    @Test(arguments: [
        ("*echo ", "*echo xin chào", [Action.reply("xin chào")]),
        ("*echo ", "*echo ", []),
        ("*echo ", "*echo", nil),
        ("*echo ", "say *echo hi", nil),
        ("", "anything", [.reply("anything")]),
        ("", "", []),
        ("*echo ", "*echo @everyone", [.reply("@everyone")]),
    ])
    func `echo repeats the words after its prefix as text`(prefix: String, text: String, actions: [Action]?) async throws {
        var options = Echo.Options()
        options.prefix = prefix
        #expect(try await answer(of: Echo(options: options), to: text) == actions)
    }
}
