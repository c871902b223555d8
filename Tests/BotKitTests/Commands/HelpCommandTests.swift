import BotTesting
import Foundation
import Testing

@testable import BotKit

struct HelpCommandTests {
    /// Has no commands.
    private struct Quiet: Bot {
        static let manifest = Manifest("quiet", "Listens.", needs: [.reply])
        let options: NoOptions
    }

    /// Has more commands than fit into one message.
    private struct Chatty: Bot {
        static let manifest = Manifest("chatty", needs: [.reply])
        let options: NoOptions
        var commands: [Command<Self>] {
            for number in 10..<50 { Command("say\(number)", String(repeating: "x", count: 200)) { _ in [] } }
        }
    }

    @Test(arguments: [
        (
            "*help",
            """
            Commands available here:
            • *joke <word>
            • *echo <text…>
            • *fixed <text…>
            • *both
            • *count
            • *top <number>
            • *reset <number>
            • *close
            • *remove
            • quiet: Listens.
            *help joke shows the details of a command.
            """
        ),
        ("*help joke", "*joke <word>\nonce per channel every 1 min 30 s"),
        ("*HELP  *Joke", "*joke <word>\nonce per channel every 1 min 30 s"),
        ("*help close", "*close"),
        ("*help 2", "There is one page."),
        ("*help nothing", "Unknown command. *help lists all commands."),
        ("*help jok", "Unknown command. Did you mean *joke? *help lists all commands."),
        ("*helpless", nil),
        ("help", nil),
    ])
    func `help lists the commands that the user may run in the channel`(text: String, answer: String?) async throws {
        #expect(try await help(text, roles: [401]) == answer)
    }

    @Test func `a command that a user may not run is hidden in the list and explained on request`() async throws {
        #expect(try await help("*help", roles: [])?.contains("*close") == false)
        #expect(
            try await help("*help close", roles: []) == "*close\n*close requires the role 'Host', which you do not have here.")
    }

    @Test func `help uses the configured language`() async throws {
        let text = try await help("*help", roles: [], .vi)
        #expect(text?.hasPrefix("Những lệnh bạn dùng được ở đây:\n• *joke <từ>\n") == true)
        #expect(try await help("*help reset", roles: [], .vi) == "*reset <số>\nXoá")
    }

    @Test func `a long command list has pages, with every command on one of them`() async throws {
        let bots: [any EventHandler] = [BotHandler(Chatty(options: .init()), runtime: BotRuntime())]
        let pages = try await [1, 2, 3].asyncMap { try await ask("*help \($0)", bots, BotRuntime()) ?? "" }
        #expect(pages.map { $0.count <= 4000 } == [true, true, true])
        #expect(pages.joined().components(separatedBy: "• *say").count - 1 == 40)
        #expect(pages.map { $0.components(separatedBy: "\n").last?.prefix(8) } == ["*help 2 ", "*help 3 ", "*help sa"])
        #expect(try await ask("*help 4", bots, BotRuntime()) == "There are 3 pages.")
    }

    @Test(arguments: [("*help", "help"), ("*help  Rules ", "help rules")])
    func `the trace names the subject of help`(text: String, reason: String) async throws {
        #expect(try await results(text, [], Self.offering("rules")).map(\.reason) == [reason])
    }

    @Test func `help ignores applications and late messages`() async throws {
        #expect(try await help("*help", roles: [], isBot: true) == nil)
        #expect(try await help("*help", roles: [], isLate: true) == nil)
    }

    @Test(arguments: ["*help", "*help joke"])
    func `without commands help does not answer`(text: String) async throws {
        #expect(try await ask(text, [], BotRuntime()) == nil)
    }

    @Test(arguments: [
        (
            "*help",
            """
            Commands available here:
            • *rules: What holds here.
            • *undo <number>: Takes a case back.
            *help rules shows the details of a command.
            """
        ),
        ("*help undo", "*undo <number>\nTakes a case back."),
        ("*help unod", "Unknown command. Did you mean *undo? *help lists all commands."),
    ])
    func `commands of rules and of moderation are listed and explained like those of bots`(
        text: String, answer: String
    ) async throws {
        #expect(try await ask(text, [], Self.offering("rules", "undo <number>")) == answer)
    }

    @Test func `help leaves its command to a rule that defines it`() async throws {
        #expect(try await ask("*help", [], Self.offering("help")) == nil)
    }

    @Test func `help is answered at most ten times in half a minute`() async throws {
        let runtime = Self.offering("rules")
        var answers: [Bool] = []
        for _ in 0..<12 { answers.append(try await ask("*help", [], runtime) != nil) }
        #expect(answers == Array(repeating: true, count: 10) + [false, false])
    }

    /// Offers commands of rules and of the application.
    private static func offering(_ usages: String...) -> BotRuntime {
        let words = ["rules": "What holds here.", "undo <number>": "Takes a case back."]
        return BotRuntime(
            ask: { question in
                guard case .topics = question else { return .failed("not asked for here") }
                return .topics(usages.map { HelpTopic($0, words[$0] ?? "", vi: "") })
            })
    }

    private func help(
        _ text: String, roles: [RoleID], _ language: Language = .en, isBot: Bool = false, isLate: Bool = false
    ) async throws -> String? {
        let runtime = BotRuntime(
            ask: { question in
                switch question {
                case .member(let user, let clan): .member(Member(clan: clan, user: user, roles: roles, isBot: isBot))
                case .role: .role("Host")
                default: .failed("not asked for here")
                }
            }, chatPreferences: ChatPreferences(language: language))
        let bots: [any EventHandler] = [
            BotHandler(JokeBot(options: .init()), runtime: runtime),
            BotHandler(Counting(options: .init(hosts: [401])), runtime: runtime),
            BotHandler(Quiet(options: .init()), runtime: runtime),
        ]
        return try await ask(text, bots, runtime, isLate: isLate)
    }

    private func ask(_ text: String, _ bots: [any EventHandler], _ runtime: BotRuntime, isLate: Bool = false) async throws
        -> String?
    {
        guard case .reply(let draft)? = try await results(text, bots, runtime, isLate: isLate).first?.actions.first else {
            return nil
        }
        return draft.content.text
    }

    private func results(_ text: String, _ bots: [any EventHandler], _ runtime: BotRuntime, isLate: Bool = false) async throws
        -> [AuthorResult]
    {
        let context = EventContext(now: .distantPast, me: Author.me.id, isLate: isLate)
        guard let handler = HelpCommand(for: bots, in: runtime),
            case .awaiting(let prepare, let end) = handler.handle(.message(.make(text: text)), in: context)
        else { return [] }
        let results = try await prepare()()
        end(.success(results))
        return results
    }
}

extension Sequence {
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var results: [T] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
