import Testing

@testable import BotConfiguration

struct AccountSettingsTests {
    private static func load(_ bot: String) throws -> LoadedConfiguration {
        try TemporaryDirectory(["config.yaml": "version: 1\nbot: { gateway: local\(bot) }\nrules: []\n"]).load()
    }

    @Test(arguments: [
        (", slash_menu: true", true), (", slash_menu: true, slash_menu_texts: false", false),
        (", slash_menu: true, slash_menu_texts: true", true),
    ])
    func `the menu writes texts unless it is turned off`(bot: String, writesTexts: Bool) throws {
        let loaded = try Self.load(bot)
        #expect(loaded.configuration?.bot.slashMenuTexts == writesTexts, "\(loaded.diagnostics)")
    }

    @Test(arguments: [
        (", slash_menu_texts: false", "2:42 contradiction"),
        (", slash_menu: false, slash_menu_texts: true", "2:61 contradiction"),
        (", slash_menu: true, slash_menu_texts: maybe", "2:60 unknown-word"),
    ])
    func `a setting of the menu without the menu is an error`(bot: String, error: String) throws {
        let found = try Self.load(bot).diagnostics.map { "\($0.position.line):\($0.position.column) \($0.code)" }
        #expect(found == [error])
    }
}
