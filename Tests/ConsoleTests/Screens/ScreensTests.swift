import ChatModel
import HTTPTypes
import HummingbirdCore
import Storage
import Testing

@testable import BotTesting
@testable import Console
@testable import MezonBotApp

struct ScreensTests {
    private static let config = """
        names: { channels: { general: "\(ChannelID.general)" } }
        rules:
          - id: greeting
            title: Greets people
            trigger: { message: {} }
            when: { text: { any_word: [hello] } }
            then: [{ reply: hi }]
        """

    private static let editor = [
        "/editor", "/editor?file=config.yaml", "/editor/run", "/editor/revisions", "/chat",
        "/rules/mode?rule=greeting&mode=shadow",
    ]

    @Test(
        arguments: Language.allCases,
        ["/", "/journal", "/journal/1", "/incidents", "/rules", "/schedule", "/bots", "/relays"] + editor)
    func `every page renders in every language, without inline code`(language: Language, path: String) async throws {
        let console = try await ConsoleHarness(config: Self.config)
        try await console.say("hello")
        let response = try await console.send(.get, path, cookie: try console.signIn().cookie, language: language.rawValue)
        #expect(response.status == .ok)
        let text = try await response.text()
        #expect(text.contains("<html lang=\"\(language.rawValue)\""))
        #expect(!text.contains("{{") && !text.contains("Optional("))
        #expect(text.firstMatch(of: /<script(?! src="\/assets\/(console|editor).js" defer><\/script>)/) == nil)
        #expect(text.firstMatch(of: /<style|\sstyle=|\son[a-z]+=|javascript:/) == nil)
        #expect(text.matches(of: /<form method="post"/).count == text.matches(of: /name="csrf" value="[0-9a-f]{64}"/).count)
    }

    @Test func `names and texts from outside are inert`() async throws {
        let console = try await ConsoleHarness(config: Self.config)
        var author = Author.an
        author.displayName = "\"\u{301}><script>alert(1)</script>\u{202E}"
        let sequence = try await console.say("<img src=x onerror=alert(1)>\u{2067}", by: author)[0]
        let cookie = try console.signIn().cookie
        for path in ["/journal", "/journal/\(sequence)"] {
            let text = try await console.send(.get, path, cookie: cookie).text()
            #expect(text.contains("&lt;img src=x onerror=alert(1)&gt;"))
            for piece in ["<img", "<script>", "\u{202E}", "\u{2067}"] { #expect(!text.contains(piece), "\(path) \(piece)") }
        }
    }

    @Test func `a trace names what would have changed the decision of a rule, and no rule that there is not`() async throws {
        var setup = TestClanSetup()
        setup.channels = [.init(name: "general")]
        setup.people = [.init(id: "an", name: "nguyenvanan")]
        let console = try await ConsoleHarness(config: Self.config, clans: setup)
        try await console.clan?.user("nguyenvanan").says("good morning")
        let cookie = try console.signIn().cookie
        let sequence = try await console.handler.context.reader.lastSequence()
        let trace = try await console.send(.get, "/journal/\(sequence)", cookie: cookie).text()
        #expect(trace.contains("?why=greeting#why-not"))
        let answer = try await console.send(.get, "/journal/\(sequence)?why=greeting", cookie: cookie).text()
        #expect(answer.contains("it would have acted") && answer.contains("(author)"))
        #expect(try await console.send(.get, "/journal/\(sequence)?why=none", cookie: cookie).status == .notFound)
    }

    @Test func `a number that nothing has is not found`() async throws {
        let console = try await ConsoleHarness()
        let cookie = try console.signIn().cookie
        for path in ["/journal/99", "/incidents/1/1"] {
            #expect(try await console.send(.get, path, cookie: cookie).status == .notFound)
        }
    }

    @Test func `the overview shows the figures of the status and advice for what is degraded`() async throws {
        let console = try await ConsoleHarness()
        let reason = StatusReport.Reason(part: "store", lines: ["writes to the database fail"])
        console.report(.make(at: console.time.now, degraded: [reason]))
        let text = try await console.send(.get, "/", cookie: try console.signIn().cookie).text()
        #expect(text.contains("<dd id=\"entries\">5</dd>") && text.contains("<dd id=\"shadow\">2</dd>"))
        #expect(text.contains("writes to the database fail") && text.contains("Check the disk"))
        #expect(text.contains("<strong id=\"state\">Degraded</strong>"))
    }

    @Test func `rules show their mode and place`() async throws {
        let console = try await ConsoleHarness(config: Self.config)
        let text = try await console.send(.get, "/rules", cookie: try console.signIn().cookie).text()
        #expect(text.contains("<bdi>greeting</bdi>") && text.contains("Greets people") && text.contains("config.yaml:4"))
    }

    @Test func `an unknown person in a filter is reported and starts no stream`() async throws {
        let console = try await ConsoleHarness()
        let cookie = try console.signIn().cookie
        let text = try await console.send(.get, "/journal?user=nobody", cookie: cookie).text()
        #expect(text.contains("Nothing recent is named &#39;nobody&#39;.") && !text.contains("data-stream"))
        #expect(try await console.send(.get, "/journal/stream?after=0&user=nobody", cookie: cookie).status == .badRequest)
    }
}
