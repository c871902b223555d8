import Testing

@testable import MezonBotApp

struct BotNameTests {
    @Test(arguments: [
        ("Hello", "Hello", "hello"), ("hello", "Hello", "hello"), ("word-chain", "WordChain", "word-chain"),
        ("wordChain", "WordChain", "word-chain"), ("EchoHTTP", "EchoHTTP", "echo-http"), ("HTTPEcho", "HTTPEcho", "http-echo"),
        ("a1", "A1", "a1"), ("b-2", "B2", "b2"),
    ])
    func `a bot name yields a type name and a kebab-case name`(text: String, type: String, plugin: String) throws {
        let name = try BotName(text)
        #expect([name.type, name.identifier] == [type, plugin])
    }

    @Test(arguments: [
        "", "1up", "-a", "a-", "a--b", "../x", "a/b", "xin chào", "Chào", "a.b", "a b", "a_b", "a\n", "*",
        String(repeating: "a", count: 41),
    ])
    func `an invalid bot name is rejected`(text: String) {
        #expect(throws: BotScaffoldError.self) { try BotName(text) }
    }
}
