import Testing

@testable import MezonBotApp

struct ConfigTextTests {
    private static let line = "hello: { enabled_in: [lab] }"

    @Test(arguments: [
        ("version: 1\n", "version: 1\n\nbots:\n  \(line)\n"),
        ("version: 1", "version: 1\n\nbots:\n  \(line)\n"),
        ("bots:\n", "bots:\n  \(line)\n"),
        ("bots: # bots\n\nrules: []\n", "bots: # bots\n  \(line)\n\nrules: []\n"),
        ("bots:\n  a: { enabled_in: all }", "bots:\n  a: { enabled_in: all }\n  \(line)"),
        (
            "bots:\n  ping:    { enabled_in: all }  # always\n\n# What follows\nchannels: {}\n",
            "bots:\n  ping:    { enabled_in: all }  # always\n  hello:   { enabled_in: [lab] }\n\n# What follows\nchannels: {}\n"
        ),
        (
            "bots:\n    a:\n        enabled_in: all\n    # b: off\nrules: []\n",
            "bots:\n    a:\n        enabled_in: all\n    \(line)\n    # b: off\nrules: []\n"
        ),
        (
            "bots:\r\n  a: { enabled_in: all }\r\nrules: []\r\n",
            "bots:\r\n  a: { enabled_in: all }\r\n  \(line)\r\nrules: []\r\n"
        ),
    ])
    func `a bot is added below the others without other changes`(before: String, after: String) throws {
        #expect(try ConfigText.adding(BotName("Hello"), in: "lab", to: before, file: "c") == after)
    }

    @Test(arguments: ["bots: {}\n", "bots: { a: { enabled_in: all } }\n", "bots: *bots\n", "bots: &x\n  a: 1\n"])
    func `plugins in an unknown format are left for manual editing`(text: String) throws {
        let name = try BotName("Hello")
        #expect(throws: BotScaffoldError.cannotEdit(file: "c", why: "lists its bots on one line", add: Self.line)) {
            try ConfigText.adding(name, in: "lab", to: text, file: "c")
        }
    }

    @Test(arguments: [
        (
            "BotRegistry([\n    Dice.self,\n    Ping.self,\n])",
            "BotRegistry([\n    Dice.self,\n    Hello.self,\n    Ping.self,\n])"
        ),
        ("BotRegistry([\n    Zoo.self,\n])", "BotRegistry([\n    Hello.self,\n    Zoo.self,\n])"),
        ("BotRegistry([\n])", "BotRegistry([\n    Hello.self,\n])"),
        (
            "BotRegistry([\n    // ours\n    Alpha.self,\n])\n",
            "BotRegistry([\n    // ours\n    Alpha.self,\n    Hello.self,\n])\n"
        ),
    ])
    func `the bot registry stays sorted`(before: String, after: String) throws {
        #expect(try RegistryText.adding(BotName("Hello"), to: before) == after)
    }

    @Test(arguments: ["", "BotRegistry([Dice.self])", "BotRegistry([\n    Dice.self"])
    func `a registry in an unknown format is left for manual editing`(text: String) throws {
        let name = try BotName("Hello")
        #expect(throws: BotScaffoldError.self) { try RegistryText.adding(name, to: text) }
    }
}
