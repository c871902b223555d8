import BotKit
import BotTesting
import Testing

/// Recipes of Documentation/Cookbook.md about the web, messages on their way, and tests.
@Suite(.timeLimit(.minutes(5)))
struct WebRecipes {
    struct Rate: Bot {
        struct Rates: Decodable { var vnd: Double }
        static let manifest = Manifest("rate", "Shows the exchange rate.", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("rate", "Show the exchange rate", cooldown: .seconds(5)) { context in
                do {
                    let rates = try await context.http.get("https://rates.example.org/usd").json(as: Rates.self)
                    return [.reply("1 USD = \(rates.vnd) VND")]
                } catch is HTTPError {
                    return [.reply("The rate is not available now.")]
                }
            }
        }
    }

    @Test func `JSON is read from the web`() async throws {
        let clan = try await TestClan(Rate.self)
        clan.http("https://rates.example.org/usd", answers: HTTPResponse(#"{"vnd":25000}"#))
        #expect(try await clan.user("an").says("*rate") == [.reply("1 USD = 25000.0 VND")])
        clan.http("https://rates.example.org/usd", fails: .timedOut(after: .seconds(5)))
        try await clan.advance(by: .seconds(5))
        #expect(try await clan.user("an").says("*rate") == [.reply("The rate is not available now.")])
    }

    struct Deploy: Bot {
        struct Options: BotOptions {
            var url = "https://ci.example.org/deploy"
            var key = Secret("")
        }

        static let manifest = Manifest("deploy", "Starts a deployment.", needs: [.reply, .request])
        let options: Options

        var commands: [Command<Self>] {
            Command("deploy", "Start a deployment", follows: false) { (context, branch: String) in
                let headers: [String: SecretText] = ["Authorization": "Bearer \(options.key)"]
                return [.request(try WebRequest("deploy", .post, options.url, headers: headers, .json(["branch": branch])))]
            }
        }

        func onResponse(_ response: WebResponse, _ context: Context) -> [Action] {
            [.reply(response.success == nil ? "The deployment did not start." : "Started.")]
        }
    }

    @Test func `a request is sent once, and its outcome is told`() async throws {
        let clan = try await TestClan(Deploy.self)
        clan.http(Deploy.Options().url) { request in
            let body = request.body.map { String(decoding: $0.bytes, as: UTF8.self) }
            return HTTPResponse("", status: body == #"{"branch":"main"}"# ? 202 : 400)
        }
        await clan.fail(commit: 2)
        try await clan.user("an").says("*deploy main")
        try await clan.restart(losing: .uncommitted)
        #expect(try clan.messages().map(\.text) == ["*deploy main", "Started."])
    }

    struct Sage: Bot {
        struct Options: BotOptions { var model = LanguageModel() }
        struct State: BotState { var budget = DailyBudget() }
        static let manifest = Manifest("sage", "Answers questions.", needs: [.reply, .request])
        let options: Options

        var commands: [Command<Self>] {
            Command("sage", "Ask the model", follows: false) { (context, question: RemainingText) in
                let today = context.today
                guard try await context.state(.user).update({ $0.budget.take(of: 20, on: today) }) else {
                    return [.reply("That was enough for today.")]
                }
                return [.request(try options.model.request("sage", [.system("Answer briefly."), .user(question.text)]))]
            }
        }

        func onResponse(_ response: WebResponse, _ context: Context) -> [Action] {
            let answer = try? options.model.answer(in: response)
            return [.reply(Text { answer?.text ?? "The model gives no answer." }.draft)]
        }
    }

    @Test func `a language model answers a number of questions a day`() async throws {
        let clan = try await TestClan(Sage.self)
        clan.http(LanguageModel().url, answers: HTTPResponse(#"{"choices":[{"message":{"role":"assistant","content":"42"}}]}"#))
        let an = clan.user("an")
        for _ in 1...20 {
            try await an.says("*sage why?")
            #expect(try clan.messages().last?.text == "42")
            try await clan.advance(by: .seconds(10))
        }
        #expect(try await an.says("*sage why?") == [.reply("That was enough for today.")])
    }

    struct Footer: OutboundMiddleware {
        struct Options: BotOptions { var text = "sent by a bot" }
        static let name = "footer"
        let options: Options

        func prepare(_ message: inout OutboundMessage) async throws -> Verdict {
            message.append("\n" + options.text)
            return .pass
        }
    }

    @Test func `every message of the account gets a footer`() async throws {
        var message = OutboundMessage(Draft("hello"), to: 1)
        #expect(try await Footer(options: .init()).prepare(&message) == .pass)
        #expect(message.text == "hello\nsent by a bot")
    }

    struct Finder: Bot {
        static let manifest = Manifest("finder", "Finds messages.", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("find", "Find an earlier message", cooldown: .seconds(5)) { (context, words: RemainingText) in
                guard let found = try await context.search(words.text, limit: 1).first else { return [.reply("Nothing found.")] }
                let answer = Text(separatedBy: "\n") {
                    "\(found.authorName): \(found.text)"
                    Link(found.address)
                }
                return [.reply(answer.draft)]
            }
        }
    }

    @Test func `an earlier message is found`() async throws {
        let clan = try await TestClan(Finder.self)
        try await clan.user("binh").says("The meeting is at three")
        try await clan.advance(by: .seconds(5))
        try await clan.user("an").says("*find meeting")
        let answer = try #require(try clan.messages().last?.text)
        #expect(answer.hasPrefix("binh: The meeting is at three\nhttps://mezon.ai/chat/clans/"))
        try await clan.advance(by: .seconds(5))
        #expect(try await clan.user("an").says("*find dinner") == [.reply("Nothing found.")])
    }

    @Test func `a story is played`() async throws {
        let story = try Fixture(
            text: """
                {"v":1,"kind":"clan","channels":[{"id":"general"}],"members":[{"id":"an"}]}
                {"kind":"http","url":"https://rates.example.org/usd","text":"{\\"vnd\\":25000}"}
                {"seq":1,"kind":"message","ch":"general","id":"m1","by":"an","text":"*rate"}
                {"after":1,"expect":[{"reply":{"to":"m1","text":"1 USD = 25000.0 VND"}}]}
                """)
        let outcome = try await story.replay(Rate.self)
        #expect(outcome.differences == [])
    }
}
