import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import RuleEngine
import Testing

@testable import MezonBotApp

struct ChannelHandlersTests {
    /// Replies with its option and the command prefix of the clan.
    private struct Sayer: Bot {
        struct Options: BotOptions { var word = "base" }
        struct State: BotState { var times = 0 }
        static let manifest = Manifest("sayer", needs: [.reply])
        let options: Options

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            let times = try await context.state(.user).update { state in
                state.times += 1
                return state.times
            }
            return [.reply("\(context.prefix)\(options.word) \(times)")]
        }
    }

    private struct Extra: Bot {
        static let manifest = Manifest("extra", needs: [.reply])
        let options: NoOptions
    }

    private static let config = """
        version: 1
        names: { clans: { lab: "2", school: "3" }, channels: { general: "21" } }
        bots: { sayer: { enabled_in: [general, lab, school], config: { word: common } } }
        clans:
          school:
            bot: { prefix: "!" }
            bots: { sayer: { config: { word: own } }, extra: { enabled_in: all } }

        """

    private func handlers(_ config: String = Self.config) throws -> ChannelHandlers {
        let folder = try TemporaryDirectory()
        try config.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let (compiled, report) = CompiledConfiguration.check(
            folder.path + "/config.yaml", registry: BotRegistry([Sayer.self, Extra.self]), environment: [:])
        #expect(report.diagnostics == [])
        let checked = try #require(compiled)
        let channels = [
            Channel(id: 21, clan: 2, label: "general"), Channel(id: 31, clan: 3, label: "general"),
            Channel(id: 22, clan: 2, label: "board", isPrivate: true),
            Channel(id: 23, clan: 2, parent: 22, kind: .thread, label: "plans"),
            Channel(id: 24, clan: 2, parent: 21, kind: .thread, label: "talk"),
            Channel(id: 25, clan: 2, parent: 21, kind: .thread, label: "secret", isPrivate: true),
            Channel(id: 26, clan: 2, label: "staff"), Channel(id: 90, clan: 0, kind: .direct, label: "an", isPrivate: true),
        ]
        return ChannelHandlers(
            checked.configuration, bots: checked.bots, in: BotRuntime(channel: { id in channels.first { $0.id == id } }),
            rules: RuleEngine(checked.rules))
    }

    /// The bots that hear an event, without the framework's own, which hears all.
    private func names(_ handlers: ChannelHandlers, _ event: Event) -> [String] {
        handlers.handlers(for: event).map(\.name).filter { $0.hasPrefix("bot:") && $0 != "bot:language" }
    }

    private func click(in channel: ChannelID) -> Event {
        .button(ButtonClick(message: 1, channel: channel, button: "again", user: 5, messageAuthor: 9))
    }

    @Test func `a bot uses the options and the command prefix of each clan`() async throws {
        let handlers = try handlers()
        func answer(in channel: ChannelID, of clan: ClanID) async throws -> [Action] {
            let event = Event.message(.make(text: "hi", in: channel, clan: clan))
            let bot = try #require(handlers.handlers(for: event).compactMap { $0 as? BotHandler<Sayer> }.first)
            guard case .awaiting(let prepare, let end) = bot.handle(event, in: EventContext(now: .now, me: 9)) else {
                return []
            }
            let results = try await prepare()()
            end(.success(results))
            return results.flatMap(\.actions)
        }
        #expect(try await answer(in: 21, of: 2) == [.reply("*common 1")])
        #expect(try await answer(in: 31, of: 3) == [.reply("!own 2")])
    }

    @Test func `a bot enabled in one clan gets button clicks there and in direct messages, and nothing elsewhere`() throws {
        let handlers = try handlers()
        #expect(names(handlers, .message(.make(text: "hi", in: 31, clan: 3))) == ["bot:sayer", "bot:extra"])
        #expect(names(handlers, .message(.make(text: "hi", in: 21, clan: 2))) == ["bot:sayer"])
        #expect(names(handlers, .message(.make(text: "hi", in: 90, clan: 0))) == [])
        #expect(names(handlers, click(in: 31)) == ["bot:sayer", "bot:extra"])
        #expect(names(handlers, click(in: 21)) == ["bot:sayer"])
        #expect(names(handlers, click(in: 90)) == ["bot:sayer", "bot:extra"])
    }

    @Test func `a forged clan id does not bring the bots or the prefix of another clan into a channel`() throws {
        let handlers = try handlers()
        #expect(names(handlers, .message(.make(text: "hi", in: 21, clan: 3))) == ["bot:sayer"])
        #expect(names(handlers, .message(.make(text: "hi", in: 31, clan: 2))) == ["bot:sayer", "bot:extra"])
        #expect(names(handlers, .message(.make(text: "hi", in: 31, clan: 0))) == ["bot:sayer", "bot:extra"])
    }

    static let privatePlaces: [(channel: ChannelID, present: [String])] = [
        (21, ["bot:sayer", "bot:extra"]), (24, ["bot:sayer", "bot:extra"]), (22, ["bot:extra"]), (23, ["bot:extra"]), (25, []),
        (26, []), (99, []),
    ]

    @Test(arguments: privatePlaces)
    func `a bot is active in a private channel only if enabled_in names it`(channel: ChannelID, present: [String]) throws {
        let handlers = try handlers(
            """
            version: 1
            names: { clans: { lab: "2" }, channels: { board: "22", staff: "26" } }
            channels: { staff: { private: true } }
            bots: { sayer: { enabled_in: all }, extra: { enabled_in: [lab, board] } }

            """)
        #expect(names(handlers, .message(.make(text: "hi", in: channel, clan: 2))) == present)
        #expect(names(handlers, .edit(.make(text: "hi", in: channel, clan: 2))) == present)
        // The help speaks of those that are there.
        let hasHelp = handlers.handlers(for: .message(.make(text: "*help", in: channel, clan: 2))).contains {
            $0.name == "system:help"
        }
        #expect(hasHelp)
    }

    @Test func `a bot enabled everywhere is active in a private channel named beside all`() throws {
        let handlers = try handlers(
            """
            version: 1
            names: { channels: { board: "22" } }
            bots: { sayer: { enabled_in: [all, board] } }

            """)
        for channel: ChannelID in [21, 22, 23, 24] {
            #expect(names(handlers, .message(.make(text: "hi", in: channel, clan: 2))) == ["bot:sayer"], "\(channel)")
        }
        for channel: ChannelID in [25, 99] {
            #expect(names(handlers, .message(.make(text: "hi", in: channel, clan: 2))) == [], "\(channel)")
        }
    }

    @Test func `a message that says it is private is heard by no bot before the directory knows`() throws {
        var message = Message.make(text: "hi", in: 21, clan: 2)
        message.isPublic = false
        #expect(names(try handlers(), .message(message)) == ["bot:sayer"], "general is named")
        let everywhere = try handlers(
            "version: 1\nbots: { sayer: { enabled_in: all }, extra: { enabled_in: all } }\n")
        #expect(names(everywhere, .message(message)) == [])
    }

    @Test func `a thread that its message calls private is not named with its channel`() throws {
        let handlers = try handlers(
            "version: 1\nnames: { channels: { board: \"22\" } }\nbots: { sayer: { enabled_in: [all, board] } }\n")
        var message = Message.make(text: "hi", in: 23, clan: 2)
        #expect(names(handlers, .message(message)) == ["bot:sayer"])
        message.isPublic = false
        #expect(names(handlers, .message(message)) == [])
    }

    @Test func `a direct conversation is heard by the bots that are on everywhere`() throws {
        let everywhere = try handlers("version: 1\nbots: { sayer: { enabled_in: all } }\n")
        var message = Message.make(text: "hi", in: 90, clan: 0)
        message.isPublic = false
        #expect(names(everywhere, .message(message)) == ["bot:sayer"])
        #expect(names(everywhere, click(in: 90)) == ["bot:sayer"])
    }

    @Test func `a join reaches only bots of its clan`() throws {
        let handlers = try handlers(
            """
            version: 1
            names: { clans: { lab: "2" }, channels: { hall: "31" } }
            bots: { sayer: { enabled_in: [lab] }, extra: { enabled_in: [hall] } }

            """)
        #expect(names(handlers, .memberJoined(Membership(clan: 2, users: [5]))) == ["bot:sayer"])
        #expect(names(handlers, .memberJoined(Membership(clan: 3, users: [5]))) == ["bot:extra"])
    }
}
