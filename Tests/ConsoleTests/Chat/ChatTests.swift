import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import MezonTestGateway
import Testing

@testable import Console
@testable import MezonBotApp

@Suite(.timeLimit(.minutes(15)))
struct ChatTests {
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Runs a console beside a local gateway on loopback, with the users of its chat connected.
    private static func run(_ body: (ConsoleHarness, MezonTestGateway) async throws -> Void) async throws {
        let time = SystemTime()
        let blank = CompiledConfiguration.check(
            texts: ["config.yaml": "version: 1\n"], root: "config.yaml", registry: BotRegistry([]))
        var settings = try #require(blank.compiled).configuration.bot
        settings.gateway = .local
        let access = try await GatewayAccess(settings, time: time, logger: quiet)
        let gateway = try #require(access.local)
        let console = try await ConsoleHarness(chat: ChatAccess(access, time: time, logger: quiet))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await console.rooms.run() }
            do {
                try await body(console, gateway)
            } catch {
                console.rooms.finish()
                throw error
            }
            console.rooms.finish()
            try await group.waitForAll()
        }
        try await access.close()
    }

    private static func page(_ console: ConsoleHarness, _ query: String, _ cookie: String) async throws -> String {
        try await console.send(.get, "/chat?\(query)", cookie: cookie).text()
    }

    /// The page once it contains a text; what others say arrives on its own.
    private static func page(
        _ console: ConsoleHarness, _ query: String, _ cookie: String, containing text: String
    ) async throws -> String {
        while true {
            let page = try await page(console, query, cookie)
            if page.contains(text) { return page }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    private static func channel(_ page: String) throws -> String {
        String(try #require(page.firstMatch(of: /<option value="(\d+)" selected>#general/)?.1))
    }

    @Test func `a user says something and answers, and sees what others say`() async throws {
        try await Self.run { console, gateway in
            let browser = try console.signIn()
            let first = try await Self.page(console, "as=mai", browser.cookie)
            let channel = try Self.channel(first)
            let fields = ["as": "mai", "channel": channel, "text": "hello <b>"]
            let answer = try await console.post("/chat/send", fields, as: browser)
            #expect(answer.status == .seeOther && answer.headers[.location] == "/chat?as=mai&channel=\(channel)")
            let page = try await Self.page(console, "as=mai&channel=\(channel)", browser.cookie, containing: "hello &lt;b&gt;")
            #expect(page.contains("class=\"mine\""))
            try await gateway.say("hi mai", as: "binh", in: try #require(ChannelID(channel)))
            let seen = try await Self.page(console, "as=mai&channel=\(channel)", browser.cookie, containing: "hi mai")
            let message = try #require(seen.matches(of: /<li id="m(\d+)"/).last?.1)
            let reply = fields.merging(["text": "thanks", "message": String(message)]) { $1 }
            _ = try await console.post("/chat/send", reply, as: browser)
            let answered = try await Self.page(console, "as=mai&channel=\(channel)", browser.cookie, containing: "thanks")
            #expect(answered.contains("↩ <bdi>") && answered.contains(": hi mai</bdi>"))
        }
    }

    @Test func `embeds, forms and buttons are shown, and only buttons that a message has can be pressed`() async throws {
        try await Self.run { console, gateway in
            let browser = try console.signIn()
            let channel = try Self.channel(try await Self.page(console, "as=mai", browser.cookie))
            let embed: JSONValue = [
                "title": "Ask for leave",
                "fields": [
                    ["name": "How many days", "inputs": ["id": "days", "type": 3]], ["name": "Since", "value": "2026"],
                ],
            ]
            let row: JSONValue = ["components": [["id": "send", "type": 1, "component": ["label": "Send it"]]]]
            let content = Content("", extras: ["embed": [embed], "components": [row]])
            try await gateway.say(content, as: "binh", in: try #require(ChannelID(channel)))
            let page = try await Self.page(console, "as=mai&channel=\(channel)", browser.cookie, containing: "Send it")
            #expect(
                page.contains("Ask for leave") && page.contains("name=\"field:days\"")
                    && page.contains("<dd><bdi>2026</bdi></dd>"))
            let message = try #require(page.matches(of: /<li id="m(\d+)"/).last?.1)
            var fields = ["as": "mai", "channel": channel, "message": String(message), "button": "send", "field:days": "3"]
            #expect(try await console.post("/chat/press", fields, as: browser).status == .seeOther)
            #expect(try await !Self.page(console, "as=mai&channel=\(channel)", browser.cookie).contains("notice refused"))
            fields["button"] = "other"
            _ = try await console.post("/chat/press", fields, as: browser)
            #expect(try await Self.page(console, "as=mai&channel=\(channel)", browser.cookie).contains("no longer there"))
        }
    }

    @Test func `a name that no account may have is refused with the reason`() async throws {
        try await Self.run { console, _ in
            let text = try await Self.page(console, "as=%3Cscript%3E", try console.signIn().cookie)
            #expect(text.contains("notice refused") && !text.contains("<script>"))
        }
    }

    @Test func `too many users are refused`() async throws {
        try await Self.run { console, _ in
            let cookie = try console.signIn().cookie
            for number in 0..<ChatRooms.maxParticipants { _ = try await Self.page(console, "as=user\(number)", cookie) }
            #expect(try await Self.page(console, "as=onemore", cookie).contains("users talk at a time"))
            console.time.advance(by: ChatRooms.idleTime + .seconds(1))
            #expect(try await !Self.page(console, "as=onemore", cookie).contains("users talk at a time"))
        }
    }

    @Test func `on a gateway elsewhere there is no chat`() async throws {
        let console = try await ConsoleHarness()
        let browser = try console.signIn()
        #expect(try await Self.page(console, "", browser.cookie).contains("local gateway of this bot only"))
        #expect(try await console.post("/chat/send", ["as": "mai", "text": "hi"], as: browser).status == .notFound)
    }
}
