import BotKit
import BotTesting
import Testing

@testable import Bots

struct CleanLinksTests {
    private static let configuration = """
        version: 1
        bot: { timezone: UTC }
        names: { channels: { general: "\(ChannelID.general)" } }
        channels: { general: { outgoing: [clean_links] } }
        """

    @Test(arguments: [
        ("see https://a.test/x?utm_source=m&id=3#top now", "see https://a.test/x?id=3#top now"),
        ("https://a.test/?fbclid=1 https://b.test/?gclid=2&utm_id=1", "https://a.test/ https://b.test/"),
        ("https://a.test/?id=1", "https://a.test/?id=1"), ("utm_source=1", "utm_source=1"),
    ])
    func `links lose their tracking parameters`(text: String, sent: String) async throws {
        var message = OutboundMessage(Draft(text), to: .general)
        #expect(try await CleanLinks(options: .init()).prepare(&message) == .pass)
        #expect(message.text == sent)
    }

    @Test func `a channel that enables it sends clean links`() async throws {
        let clan = try await TestClan(Echo(options: .init()), middleware: registry, rules: Self.configuration)
        try await clan.user("an").says("*echo https://a.test/?utm_source=m&id=3")
        #expect(try clan.messages().last?.text == "https://a.test/?id=3")
    }

    @Test func `an unknown option is reported`() async throws {
        await #expect(throws: TestClanError.self) {
            try await TestClan(
                Echo(options: .init()), middleware: registry,
                rules: Self.configuration.replacing("[clean_links]", with: "[{ clean_links: { parameter: [a] } }]"))
        }
    }
}
