import BotKit
import BotTesting
import Testing

/// Greets users who send `*hello`, and answers questions that end with two question marks.
struct Hello: Bot {
    struct Options: BotOptions {
        /// The greeting; the operator can change it under `config` in config.yaml.
        var greeting = "Hello"
    }

    static let manifest = Manifest("hello", "Greets users.", needs: [.reply])
    let options: Options

    var commands: [Command<Self>] {
        Command("hello", "Greets you", vi: "Chào bạn") { (context, name: RemainingText?) in
            let name = name?.text ?? context.message?.author.name ?? ""
            return [.reply("\(options.greeting), \(name)!")]
        }
    }

    func precheck(_ message: Message) -> Verdict {
        message.text.hasSuffix("??") ? .pass : .skip("not a question")
    }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
        [.reply("\(options.greeting)! Ask \(context.prefix)help.")]
    }
}

/// Tests the examples of the article "Your first bot".
struct FirstBotTests {
    @Test func `hello greets the sender or the given name`() async throws {
        let clan = try await TestClan(Hello.self)
        let an = clan.user("an")
        #expect(try await an.says("*hello") == [.reply("Hello, an!")])
        #expect(try await an.says("*hello Bình") == [.reply("Hello, Bình!")])
        #expect(try await an.says("good morning") == [])
    }

    @Test func `a message that passes the precheck is handled`() async throws {
        let clan = try await TestClan(Hello(options: Hello.Options(greeting: "Xin chào")))
        #expect(try await clan.user("an").says("anyone here??") == [.reply("Xin chào! Ask *help.")])
    }
}
