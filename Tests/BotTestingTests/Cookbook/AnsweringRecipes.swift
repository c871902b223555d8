import BotKit
import BotTesting
import Testing

/// Recipes of Documentation/Cookbook.md about answers.
@Suite(.timeLimit(.minutes(5)))
struct AnsweringRecipes {
    struct Greeter: Bot {
        static let manifest = Manifest("greeter", "Greets those who say hello.", needs: [.reply])
        let options: NoOptions

        func precheck(_ message: Message) -> Verdict {
            message.text.folded.hasPrefix("hello") ? .pass : .skip("no greeting")
        }

        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
            [.reply("Hello, \(message.author.name)!")]
        }
    }

    @Test func `a word is answered`() async throws {
        let clan = try await TestClan(Greeter.self)
        #expect(try await clan.user("an").says("Hello all") == [.reply("Hello, an!")])
        #expect(try await clan.user("an").says("Good morning") == [])
    }

    struct Calculator: Bot {
        static let manifest = Manifest("calculator", "Adds numbers.", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("add", "Add two numbers", vi: "Cộng hai số") { (context, first: Double, second: Double) in
                [.reply("\(first + second)")]
            }
        }
    }

    @Test func `arguments of a command are typed, and errors point at the word`() async throws {
        let clan = try await TestClan(Calculator.self)
        let an = clan.user("an")
        #expect(try await an.says("*add 2 0.5") == [.reply("2.5")])
        try await an.says("*add 2 two")
        #expect(try clan.messages().last?.text.contains("usage: *add") == true)
    }

    struct Praise: Bot {
        static let manifest = Manifest("praise", "Praises someone.", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("praise", "Praise someone") { (context, who: Mention, why: RemainingText) in
                let text = Text {
                    Bold("Well done, ")
                    who
                    ": \(why.text)"
                }
                return [.reply(text.draft)]
            }
        }
    }

    @Test func `a mention notifies, and a text of a user stays as it is`() async throws {
        let clan = try await TestClan(Praise.self)
        try await clan.user("an").says("*praise @binh for **this**")
        let message = try #require(try clan.messages().last)
        #expect(message.text == "Well done, @binh: for **this**")
        #expect(message.mentions.map(\.user) == [clan.user("binh").id])
    }

    struct Build: Bot {
        static let manifest = Manifest("build", "Shows the build.", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("build", "Show the latest build") { context in
                let card = Card(
                    "Build 214", text: "All tests passed.", url: "https://ci.example.org/214", color: "#2ecc71",
                    timestamp: context.now, fields: [.text("Tests", "2,310", isInline: true)])
                return [.reply(try Draft("").adding(card))]
            }
        }
    }

    @Test func `a card is sent`() async throws {
        let clan = try await TestClan(Build.self)
        let actions = try await clan.user("an").says("*build")
        guard case .reply(let draft)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect("\(draft.content.extras)".contains("Build 214"))
    }

    struct Lookout: Bot {
        static let manifest = Manifest("lookout", "Marks questions.", needs: [.react])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
            message.text.hasSuffix("?") ? [.react("👀")] : []
        }
    }

    @Test func `a question gets a reaction`() async throws {
        let clan = try await TestClan(Lookout.self)
        #expect(try await clan.user("an").says("Lunch?") == [.react("👀")])
        #expect(try await clan.user("an").says("Lunch!") == [])
    }

    struct Upper: Bot {
        static let manifest = Manifest("upper", "Writes in capitals.", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("upper", "Write in capitals") { (context, text: RemainingText) in
                [.reply(Draft(text.text.uppercased()))]
            }
        }
    }

    @Test func `the answer follows an edit of the question`() async throws {
        let clan = try await TestClan(Upper.self)
        let an = clan.user("an")
        try await an.says("*upper one")
        try await clan.advance(by: .seconds(2))
        #expect(try await an.edits("*upper two") == [.editReply("TWO")])
        #expect(try clan.messages().last?.text == "TWO")
    }
}
