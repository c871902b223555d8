import BotConfiguration
import ChatModel
import Testing

@testable import Moderation

struct ModerationCommandSettingsTests {
    @Test func `moderation commands use the prefix and locale of their clan`() throws {
        let text = """
            version: 1
            names: { clans: { school: "2" } }
            clans: { school: { bot: { prefix: "!", locale: vi } } }
            """
        let loaded = ConfigurationLoader(environment: [:]).load(texts: ["config.yaml": text], root: "config.yaml")
        let settings = ModerationCommandSettings(try #require(loaded.configuration), channelLookup: { _ in nil }) { _ in
            nil
        } isModerator: { _, _ in
            true
        } isEnforced: { _ in
            false
        }
        #expect(settings.of(1).prefix == "*")
        #expect(settings.of(2).prefix == "!")
        #expect(settings.of(1).phrases.nothingKnown == settings.phrases.nothingKnown)
        #expect(settings.of(2).phrases.nothingKnown != settings.phrases.nothingKnown)
    }
}
