import BotKit
import BotTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct FixtureTests {
    /// Counts thanks and follows edits.
    private struct Thanks: Bot {
        struct State: BotState { var points: [UserID: Int] = [:] }
        static let manifest = Manifest("thanks", needs: [.reply, .react])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            guard message.text.hasPrefix("*thanks"), let who = message.mentions.first else { return [] }
            let total = try await context.state(.clan).update { state in
                state.points[who.user, default: 0] += 1
                return state.points[who.user, default: 0]
            }
            return [.reply("\(who.username) has \(total)"), .react("👏")]
        }
    }

    private static let clan =
        #"{"v":1,"kind":"clan","at":"2026-03-02T02:00:00Z","seed":7,"members":[{"id":"u1","name":"an"},{"id":"u2","name":"binh"}]}"#

    private static let left = "\(clan)\n{\"seq\":1,\"kind\":\"leave\",\"by\":\"u1\"}"

    private static let story = """
        \(clan)
        {"seq":1,"at":"+0s","kind":"message","ch":"general","id":"m1","by":"u1","text":"*thanks @binh","mentions":[{"user":"u2","s":8,"e":13}]}
        {"after":1,"expect":[{"reply":{"to":"m1","text":"binh has 1"}},{"react":{"emoji":"👏"}}]}
        {"kind":"restart","lose":"uncommitted"}
        {"kind":"fault","on":"send","nth":1,"error":"rate_limited","retry_after":"2s"}
        {"kind":"fault","on":"commit"}
        {"seq":2,"at":"+20m","kind":"message","ch":"general","id":"m2","by":"u1","text":"*thanks @binh"}
        {"after":2,"expect":[{"reply":{"text":"binh has 2"}},{"react":{}}],"not":["send"]}
        {"kind":"clock","advance":"1d"}
        {"seq":3,"kind":"message","ch":"random","id":"m3","by":"u2","text":"good night","to":"a2"}

        """

    @Test func `a fixture with restarts and faults has the expected result`() async throws {
        let outcome = try await Fixture(text: Self.story.replacing(#"","to":"a2""#, with: "\"")).replay(Thanks.self)
        #expect(outcome.differences == [], "\(outcome.transcript)")
        #expect(outcome.events == 3)
    }

    @Test func `a bot message can be referred to by name in later fixture lines`() async throws {
        let outcome = try await Fixture(text: Self.story).replay(Thanks.self)
        #expect(outcome.differences == [], "\(outcome.transcript)")
    }

    private struct Reader: Bot {
        static let manifest = Manifest("reader", needs: [.reply])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            do {
                return [.reply(Draft(try await context.http.get(message.text).text))]
            } catch let failure as HTTPError {
                return [.reply("\(failure)")]
            }
        }
    }

    @Test func `a fixture defines responses of web addresses`() async throws {
        let text = """
            \(Self.clan)
            {"kind":"http","url":"https://a.test/","text":"one"}
            {"kind":"http","url":"https://b.test/","fails":"timed_out"}
            {"seq":1,"kind":"message","ch":"general","id":"m1","by":"u1","text":"https://a.test/"}
            {"after":1,"expect":[{"reply":{"text":"one"}}]}
            {"kind":"http","url":"https://a.test/","status":404,"base64":"dHdv"}
            {"seq":2,"kind":"message","ch":"general","id":"m2","by":"u1","text":"https://a.test/"}
            {"after":2,"expect":[{"reply":{"text":"two"}}]}
            {"seq":3,"kind":"message","ch":"general","id":"m3","by":"u1","text":"https://b.test/"}
            {"after":3,"expect":[{"reply":{"text":"it did not answer within 5.0 seconds"}}]}
            """
        let outcome = try await Fixture(text: text).replay(Reader.self)
        #expect(outcome.differences == [], "\(outcome.transcript)")
    }

    @Test(arguments: [
        (#"{"kind":"http"}"#, "a line needs 'url'"),
        (
            #"{"kind":"http","url":"u","fails":"x"}"#,
            "'fails' must be timed_out, unreachable, unknown_host, not_allowed or too_large, not 'x'"
        ),
        (#"{"kind":"http","url":"u","status":99}"#, "'status' must be from 100 to 599"),
        (#"{"kind":"http","url":"u","base64":"%"}"#, "'base64' is not valid base64"),
        (#"{"kind":"http","url":"u","base64":"","text":""}"#, "a body can be 'text' or 'base64', not both"),
        (#"{"kind":"http","url":"u","headers":{"a":1}}"#, "'headers' must be a JSON object of texts"),
        (#"{"kind":"http","url":"u","fails":"timed_out","text":"a"}"#, "a line has no 'text'"),
    ])
    func `an invalid fixture line about a web address is reported`(line: String, message: String) {
        #expect(throws: FixtureError.mistakes([.init(line: 2, message: message)])) { try Fixture(text: "\(Self.clan)\n\(line)") }
    }

    @Test func `a web address without a response fails the test with its URL`() async throws {
        let clan = try await TestClan(Reader.self)
        clan.http("https://a.test/", answers: HTTPResponse("one"))
        #expect(try await clan.user("an").says("https://a.test/") == [.reply("one")])
        await #expect(
            throws: TestClanError.notModelled("GET https://b.test/; call clan.http(\"https://b.test/\", answers: …)")
        ) {
            try await clan.user("an").says("https://b.test/")
        }
        clan.http("https://a.test/", fails: .unreachable("gone"))
        #expect(try await clan.user("an").says("https://a.test/") == [.reply("it cannot be reached: gone")])
    }

    @Test(arguments: [
        ("[]", []), ("[\"react\"]", ["react"]), ("[{\"react\":{\"by\":\"bot:thanks\"}}]", ["react by bot:thanks"]),
        ("[{\"react\":{\"by\":\"rule:other\"}},\"delete\"]", []),
    ])
    func `what must not occur may be limited to an author, and an update keeps it`(
        never: String, forbidden: [String]
    ) async throws {
        let text = """
            \(Self.clan)
            {"seq":1,"kind":"message","ch":"general","id":"m1","by":"u1","text":"*thanks @binh"}
            {"after":1,"not":\(never)}
            """
        let fixture = try Fixture(text: text)
        let outcome = try await fixture.replay(Thanks.self)
        #expect(outcome.differences.map(\.forbidden) == (forbidden.isEmpty ? [] : [forbidden]))
        #expect(outcome.differences.allSatisfy { $0.authors == ["bot:thanks", "bot:thanks"] })
        #expect(fixture.updated(by: outcome) == text)
    }

    @Test func `a difference is reported with its line, and an update removes it`() async throws {
        let text = """
            \(Self.clan)
            {"seq":1,"kind":"message","ch":"general","id":"m1","by":"u1","text":"*thanks @binh"}
            {"after":1,"expect":[{"reply":{"text":"binh has 3"}}]}
            {"seq":2,"kind":"message","ch":"general","id":"m2","by":"u1","text":"*thanks @binh"}
            {"seq":3,"kind":"message","ch":"general","id":"m3","by":"u1","text":"hello"}
            """
        let fixture = try Fixture(text: text)
        let outcome = try await fixture.replay(Thanks.self)
        #expect(
            outcome.differences.map(\.description) == [
                """
                line 3, after 1
                  expected {"reply":{"text":"binh has 3"}}
                  found    {"reply":{"to":"m1","text":"binh has 1"}}, {"react":{"to":"m1","emoji":"👏"}}
                """,
                """
                line 4, after 2
                  expected nothing
                  found    {"reply":{"to":"m2","text":"binh has 2"}}, {"react":{"to":"m2","emoji":"👏"}}
                """,
            ])
        let updated = try Fixture(text: fixture.updated(by: outcome))
        #expect(try await updated.replay(Thanks.self).differences == [])
    }

    @Test(arguments: [
        ("", "line 1: the first line must describe the clan: {\"v\":1,\"kind\":\"clan\",…}"),
        (#"{"kind":"clock","advance":"1d"}"#, "line 1: the first line must describe the clan: {\"v\":1,\"kind\":\"clan\",…}"),
        (#"{"v":2,"kind":"clan"}"#, "line 1: this build supports fixtures of \"v\":1"),
        ("\(clan)\nnot json", "line 2: it is not JSON"),
        ("\(clan)\n\(clan)", "line 2: only the first line can describe a clan"),
        ("\(clan)\n[1]", "line 2: a line must be a JSON object"),
        (
            "\(clan)\n{\"kind\":\"dance\"}",
            "line 2: unknown kind 'dance'; available: message, edit, delete, reaction, button, join, leave, role, ban, voice, presence, typing, tokens, coffee, menu, clan_event, http, fault, restart, clock"
        ),
        (
            "\(clan)\n{\"kind\":\"message\",\"ch\":\"general\",\"id\":\"m\",\"by\":\"u9\"}",
            "line 2: unknown user 'u9'; available: u1, u2"
        ),
        ("\(clan)\n{\"kind\":\"mesage\"}", "line 2: unknown kind 'mesage'; did you mean 'message'?"),
        ("\(Self.left)\n{\"after\":1,\"expct\":[]}", "line 3: a line has no 'expct'; did you mean 'expect'?"),
        ("\(Self.left)\n{\"after\":1,\"not\":[\"delte\"]}", "line 3: unknown action 'delte'; did you mean 'delete'?"),
        ("\(Self.left)\n{\"after\":1,\"expect\":[{\"replay\":{}}]}", "line 3: unknown action 'replay'; did you mean 'reply'?"),
        (
            "\(Self.left)\n{\"after\":1,\"not\":[{\"kick\":{\"by\":\"flood\"}}]}",
            "line 3: 'by' must be an author such as rule:flood or bot:echo, not 'flood'"
        ),
        ("\(clan)\n{\"kind\":\"message\",\"ch\":\"general\",\"id\":\"m\"}", "line 2: a line needs 'by'"),
        ("\(clan)\n{\"kind\":\"leave\",\"by\":\"u1\",\"loud\":true}", "line 2: a line has no 'loud'"),
        (
            "\(clan)\n{\"kind\":\"clock\",\"advance\":\"soon\"}",
            "line 2: 'advance' must be a duration such as 30s, 20m or 1d, not 'soon'"
        ),
        ("\(clan)\n{\"seq\":-1,\"kind\":\"leave\",\"by\":\"u1\"}", "line 2: 'seq' must be a whole number, 0 or more"),
        (
            "\(clan)\n{\"seq\":99999999999999999999,\"kind\":\"leave\",\"by\":\"u1\"}",
            "line 2: 'seq' must be a whole number, 0 or more"
        ),
        ("\(clan)\n{\"after\":1,\"expect\":[]}", "line 2: no event before this line has \"seq\":1"),
        ("\(clan)\n{\"kind\":\"fault\",\"on\":\"sea\"}", "line 2: 'on' must be 'send' or 'commit', not 'sea'"),
        ("{\"v\":1,\"kind\":\"clan\",\"tz\":\"Mars\"}", "line 1: 'tz' must be a time zone such as Asia/Ho_Chi_Minh, not 'Mars'"),
        ("{\"v\":1,\"kind\":\"clan\",\"members\":[{\"id\":\"a\"},{\"id\":\"a\"}]}", "line 1: two members have the same id"),
    ])
    func `a fixture error is reported with its line`(text: String, message: String) {
        let error = #expect(throws: FixtureError.self) { try Fixture(text: text) }
        #expect(error.map { "\($0)" } == message)
    }

    @Test func `hostile fixture lines are reported as errors`() {
        let deep = String(repeating: "[", count: 100_000)
        let long = "{\"kind\":\"message\",\"text\":\"\(String(repeating: "x", count: 300_000))\"}"
        let odd = [
            "{\"kind\":7}", "{\"at\":{}}", "\u{0}", "{\"kind\":\"message\",\"mentions\":[{\"user\":\"u1\",\"s\":-5}]}", "null",
            "1e999",
        ]
        for line in [deep, long] + odd {
            #expect(throws: FixtureError.self) { try Fixture(text: Self.clan + "\n" + line) }
        }
    }

    @Test func `fixture lines may end with carriage return and line feed`() async throws {
        let line = #"{"seq":1,"kind":"message","ch":"general","id":"m1","by":"u1","text":"*thanks"}"#
        let fixture = try Fixture(text: Self.clan + "\r\n" + line + "\r\n")
        #expect(try await fixture.replay(Thanks.self).events == 1)
    }

    @Test func `the time of the first event advances the clock`() async throws {
        let lines = ["+2d", "+5s"].enumerated().map { number, at in
            #"{"seq":\#(number),"kind":"message","ch":"general","id":"m\#(number)","by":"u1","text":"hi","at":"\#(at)"}"#
        }
        let fixture = try Fixture(text: ([Self.clan] + lines).joined(separator: "\n"))
        await #expect(
            throws: FixtureError.mistakes([
                .init(line: 3, message: "the clan rejects the operation of the fixture: its clock is already past that time")
            ])
        ) {
            try await fixture.replay(Thanks.self)
        }
    }

    @Test func `mentions outside the text are harmless`() async throws {
        let line =
            #"{"seq":1,"kind":"message","ch":"general","id":"m1","by":"u1","text":"*thanks","mentions":[{"user":"u2","s":900,"e":3}]}"#
        let fixture = try Fixture(text: Self.clan + "\n" + line)
        #expect(try await fixture.replay(Thanks.self).differences.map(\.found.count) == [2])
    }

    @Test func `an event that the clan rejects is reported with its line`() async throws {
        let fixture = try Fixture(text: Self.clan + "\n" + #"{"kind":"delete","id":"m9"}"#)
        await #expect(
            throws: FixtureError.mistakes([.init(line: 2, message: "there is no message to act on: unknown message 'm9'")])
        ) {
            try await fixture.replay(Thanks.self)
        }
    }
}
