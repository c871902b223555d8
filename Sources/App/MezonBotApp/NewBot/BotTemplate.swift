/// The contents of a new bot's files.
struct BotTemplate {
    let name: BotName

    var bot: String {
        """
        \(imports("BotKit"))

        /// Greets users who send `*\(name.identifier)`.
        struct \(name.type): Bot {
            struct Options: BotOptions {
                /// The greeting. Override it under `config` in config.yaml.
                var greeting = "Hello"
            }

            static let manifest = Manifest("\(name.identifier)", "Greets users who send *\(name.identifier).", needs: [.reply])
            let options: Options

            var commands: [Command<Self>] {
                Command("\(name.identifier)", "Greets you", vi: "Chào bạn") { (context, whom: RemainingText?) in
                    let whom = whom?.text ?? context.message?.author.name ?? ""
                    return [.reply("\\(options.greeting), \\(whom)!")]
                }
            }
        }

        """
    }

    /// The test, for a bot in a module of that name.
    func test(of module: String = "Bots") -> String {
        """
        \(imports("BotKit", "BotTesting", "Testing"))

        @testable \(imports(module))

        struct \(name.type)Tests {
            @Test func `\(name.identifier) greets the sender or the given name`() async throws {
                let clan = try await TestClan(\(name.type).self)
                let greeting = \(name.type).Options().greeting
                #expect(try await clan.user("an").says("*\(name.identifier)") == [.reply("\\(greeting), an!")])
                #expect(try await clan.user("an").says("*\(name.identifier) Bình") == [.reply("\\(greeting), Bình!")])
                #expect(try await clan.user("an").says("hello") == [])
            }
        }

        """
    }

    var fixture: String {
        """
        {"v":1,"kind":"clan","at":"2026-03-02T02:00:00Z","channels":[{"id":"general","type":1}],"members":[{"id":"an"}]}
        {"seq":1,"at":"+0s","kind":"message","ch":"general","id":"m1","by":"an","text":"*\(name.identifier)"}
        {"after":1,"expect":[{"reply":{"to":"m1"}}]}
        {"seq":2,"at":"+1s","kind":"message","ch":"general","id":"m2","by":"an","text":"thanks"}
        {"after":2,"expect":[]}
        {"seq":3,"at":"+2s","kind":"edit","id":"m1","text":"*\(name.identifier) Bình"}
        {"after":3,"expect":[{"edit_reply":{"to":"m1"}}]}

        """
    }

    /// Import lines, assembled so that tools which scan this file's imports do not find them.
    func imports(_ modules: String...) -> String { modules.map { "import \($0)" }.joined(separator: "\n") }
}
