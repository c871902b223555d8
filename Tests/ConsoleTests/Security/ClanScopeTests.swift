import BotKit
import ChatModel
import EventProcessing
import Foundation
import HTTPTypes
import HummingbirdCore
import Moderation
import RuleEngine
import Synchronization
import Testing

@testable import BotTesting
@testable import Console
@testable import MezonBotApp
@testable import Storage

/// A session for the clan `red` beside a clan whose names and texts all contain `blue`.
@Suite(.timeLimit(.minutes(15)))
struct ClanScopeTests {
    private static let config = """
        names:
          clans: { blue: "101", red: "102" }
          channels: { blue-hall: "1011", blue-mods: "1012", red-hall: "1021", red-mods: "1022" }
          roles: { admin: "1031" }
        moderation: { roles: [admin] }
        rules:
        \(["blue", "red"].map(rules).joined(separator: "\n"))
          - id: red-tells
            trigger: message
            in: { channels: [red-hall] }
            when: { text: { any_word: [tell] } }
            then: [{ reply: told }, { send: { to: blue-hall, text: from the other side } }]
        """

    private static func rules(_ clan: String) -> String {
        """
          - id: \(clan)-scam
            title: Mutes in \(clan)
            mode: enforce
            trigger: message
            in: { channels: [\(clan)-hall] }
            when: { text: { any_word: [scam] } }
            then: [{ mute: { for: 1h, in: here, reason: \(clan) advertising } }]
          - id: \(clan)-asks
            mode: enforce
            trigger: message
            in: { channels: [\(clan)-hall] }
            when: { text: { any_word: [ask] } }
            then: [{ ask: { channel: \(clan)-mods, text: \(clan) question, approve: [{ react: ✅ }] } }]
          - id: \(clan)-standup
            trigger: { schedule: { every: weekday at 09:00 } }
            in: { channels: [\(clan)-hall] }
            then: [{ send: { to: \(clan)-hall, text: \(clan) standup } }]
        """
    }

    private static var setup: TestClanSetup {
        var setup = TestClanSetup()
        setup.clan = "blue"
        setup.channels = [
            .init(name: "blue-hall"), .init(name: "blue-mods"), .init(name: "red-hall", clan: "red"),
            .init(name: "red-mods", clan: "red"),
        ]
        setup.people = [.init(id: "binh", name: "bluebinh"), .init(id: "an", name: "an", clans: ["red"])]
        return setup
    }

    private static let red = ClanScope.clans([102])

    /// Everything happens in both clans.
    private static func console(
        search: @escaping @Sendable (MessageSearch) -> SearchPage = { _ in SearchPage(hits: [], hasMore: false) }
    ) async throws -> ConsoleHarness {
        let console = try await ConsoleHarness(config: config, search: search, clans: setup)
        let clan = try #require(console.clan)
        for (name, place) in [("bluebinh", "blue"), ("an", "red")] {
            let user = clan.user(name)
            try await user.says("hello \(place)text", in: "\(place)-hall")
            try await user.says("ask \(place)text", in: "\(place)-hall")
            try await user.says("tell \(place)text", in: "\(place)-hall")
            try await user.says("scam \(place)text", in: "\(place)-hall")
        }
        return console
    }

    private static func lines(_ console: ConsoleHarness) async throws -> [JournalReader.Line] {
        try await console.handler.context.reader.lines(after: 0, limit: 1_000)
    }

    private static func entry(_ console: ConsoleHarness, _ text: String) async throws -> Int64 {
        let found = try await lines(console).first {
            if case .message(let message) = $0.entry.event { message.text == text } else { false }
        }
        return try #require(found?.entry.sequence)
    }

    @Test(arguments: ["/", "/journal", "/incidents", "/rules", "/schedule", "/bots"])
    func `a page shows the session's clan and nothing of another one`(path: String) async throws {
        let console = try await Self.console()
        let whole = try await console.send(.get, path, cookie: try console.signIn().cookie).text()
        let text = try await console.send(.get, path, cookie: try console.signIn(to: Self.red).cookie).text()
        #expect(!text.lowercased().contains("blue"), "\(text)")
        let seen = [
            "/": "red", "/journal": "redtext", "/incidents": "red question", "/rules": "red-scam", "/schedule": "red-standup",
        ]
        if let word = seen[path] { #expect(text.contains(word), "\(text)") }
        if let word = seen[path], path != "/" {
            #expect(whole.contains(word) && whole.contains(word.replacing("red", with: "blue")), "\(whole)")
        }
    }

    @Test func `the filters of the journal reveal nothing`() async throws {
        let console = try await Self.console()
        let cookie = try console.signIn(to: Self.red).cookie
        for query in [
            "clan=101", "channel=1011", "user=bluebinh", "rule=rule%3Ablue-scam", "q=bluetext", "kind=message", "before=1000",
        ] {
            let text = try await console.send(.get, "/journal?\(query)", cookie: cookie).text()
            for word in ["bluetext", "blue-hall</", "hello blue", "blue advertising"] {
                #expect(!text.contains(">\(word)") && !text.contains(": \(word)"), "\(query): \(text)")
            }
            #expect(!text.contains("<option value=\"1011\"") && !text.contains("<option value=\"101\""))
        }
    }

    @Test func `a search looks into the session's channels alone`() async throws {
        let asked = Mutex<[Set<ChannelID>?]>([])
        let console = try await Self.console { search in
            asked.withLock { $0.append(search.channels) }
            return SearchPage(hits: [], hasMore: false)
        }
        let cookie = try console.signIn(to: Self.red).cookie
        _ = try await console.send(.get, "/journal?q=text", cookie: cookie)
        _ = try await console.send(.get, "/journal?q=text&channel=1011", cookie: cookie)
        _ = try await console.send(.get, "/journal?q=text", cookie: try console.signIn().cookie)
        #expect(asked.withLock { $0 } == [[1021, 1022], [], nil])
    }

    @Test func `the stream carries the session's clan alone`() async throws {
        let console = try await Self.console()
        let context = console.handler.context.scoped(to: Self.red)
        let filter = try await context.filter(JournalQuery(fields: try #require(FormFields(""))))
        let shown = try await Self.lines(console).filter(filter.matches)
        #expect(!shown.isEmpty && shown.allSatisfy { $0.entry.clan == 102 })
        let cookie = try console.signIn(to: Self.red).cookie
        #expect(try await console.send(.get, "/journal/stream?after=0", cookie: cookie).status == .ok)
    }

    @Test func `an entry of another clan is not found, and a delivery there is not shown`() async throws {
        let console = try await Self.console()
        let (whole, red) = (try console.signIn().cookie, try console.signIn(to: Self.red).cookie)
        for line in try await Self.lines(console) {
            let path = "/journal/\(line.entry.sequence)"
            let answer = try await console.send(.get, path, cookie: red)
            #expect(answer.status == (line.entry.clan == 102 ? .ok : .notFound), "\(path)")
            let text = try await answer.text()
            #expect(!text.lowercased().contains("blue"), "\(path): \(text)")
        }
        let sequence = try await Self.entry(console, "tell redtext")
        let all = try await console.send(.get, "/journal/\(sequence)", cookie: whole).text()
        let part = try await console.send(.get, "/journal/\(sequence)", cookie: red).text()
        func deliveries(_ text: String) -> Int { text.matches(of: /class="delivery"/).count }
        #expect(deliveries(all) == 2 && deliveries(part) == 1)
    }

    @Test(arguments: [
        "/editor", "/editor?file=config.yaml", "/editor/run", "/editor/revisions", "/rules/mode?rule=red-scam&mode=shadow",
        "/rules/suggest", "/rules/rewind", "/rules/rewind?rule=red-scam", "/relays", "/chat", "/incidents/101/1",
    ])
    func `pages of the application as a whole and of other clans are not found`(path: String) async throws {
        let console = try await Self.console()
        let answer = try await console.send(.get, path, cookie: try console.signIn(to: Self.red).cookie)
        #expect(answer.status == .notFound)
        #expect(try await !answer.text().lowercased().contains("blue"))
        #expect(try await console.send(.get, path, cookie: try console.signIn().cookie).status == .ok)
    }

    @Test func `actions on other clans and on the application are refused, those on the session's clan are performed`()
        async throws
    {
        let console = try await Self.console()
        let browser = try console.signIn(to: Self.red)
        let reader = console.handler.context.reader
        let jobs = try await reader.jobs(of: nil, limit: 10)
        let questions = try await reader.openQuestions()
        func job(_ rule: String) throws -> Int64 { try #require(jobs.first { $0.author == "rule:\(rule)" }).id }
        func question(_ rule: String) throws -> String { try #require(questions.first { $0.author == "rule:\(rule)" }).name }
        let (blue, red) = (try await Self.entry(console, "hello bluetext"), try await Self.entry(console, "hello redtext"))
        let refused: [(String, [String: String])] = [
            ("/incidents/101/1/undo", [:]), ("/schedule/\(try job("blue-standup"))/pause", [:]),
            ("/schedule/\(try job("blue-standup"))/cancel", [:]), ("/rules/trigger", ["rule": "blue-standup"]),
            ("/questions/answer", ["question": try question("blue-asks"), "choice": "approve"]),
            ("/journal/\(blue)/fixture", ["before": "0", "to": "download"]),
            ("/journal/\(red)/fixture", ["before": "0", "to": "download"]), ("/relays/resend", ["channel": "1011"]),
            ("/rules/mode", ["rule": "red-scam", "mode": "shadow"]), ("/editor/save", ["file": "config.yaml", "text": ""]),
            ("/editor/check", ["file": "config.yaml", "text": "x", "live": "1"]), ("/editor/activate", ["version": "x"]),
            ("/rules/plan", ["rule": "red-scam", "since": "1d", "clan": "102"]), ("/rules/rewind", ["plan": "1"]),
            ("/rules/suggest", ["since": "1d", "clan": "102"]), ("/editor/take", ["run": "1", "suggestion": "0"]),
            ("/chat/send", ["as": "an", "text": "hi"]), ("/dead-letters/1/retry", [:]),
        ]
        for (path, fields) in refused {
            #expect(try await console.post(path, fields, as: browser).status == .notFound, "\(path)")
        }
        #expect(console.requests.isEmpty)
        for (path, fields) in [
            ("/incidents/102/1/undo", [:]), ("/schedule/\(try job("red-standup"))/pause", [:]),
            ("/rules/trigger", ["rule": "red-standup"]),
            ("/questions/answer", ["question": try question("red-asks"), "choice": "reject"]),
        ] as [(String, [String: String])] {
            #expect(try await console.post(path, fields, as: browser).status == .seeOther, "\(path)")
        }
        #expect(console.requests.count == 4)
    }

    @Test(arguments: [(ClanScope.clans([.test]), 1), (.clans([102]), 0)])
    func `the overview counts the dead letters of the session's clans`(scope: ClanScope, count: Int) async throws {
        let console = try await ConsoleHarness()
        let entry = try #require(try await console.say("hello").first)
        let now = console.time.now
        try await console.store.store.database.commit {
            try DeadLetterTable.insert(entry, "bot:ping", because: "it threw", tries: 1, at: now, into: $0.database)
        }
        let page = try await console.send(.get, "/", cookie: try console.signIn(to: scope).cookie).text()
        #expect(page.contains("<dd id=\"dead-letters\">\(count)</dd>"), "\(page)")
    }

    @Test func `an address opens a session with its clans`() throws {
        let sessions = SessionStore(time: ManualTime())
        #expect(sessions.open(with: sessions.newAddressToken(for: Self.red).text)?.scope == Self.red)
        #expect(sessions.open(with: sessions.newAddressToken().text)?.scope == .everything)
        #expect(!Self.red.contains(0) && Self.red.contains(102) && !Self.red.contains(101) && ClanScope.everything.contains(0))
    }
}
