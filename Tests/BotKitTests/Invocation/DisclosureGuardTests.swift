import BotKit
import BotTesting
import ChatModel
import Foundation
import Testing

/// What bots say because of something in a private place.
struct DisclosureGuardTests {
    private struct Sender: Bot {
        struct Options: BotOptions {
            var channel: ChannelID = 0
            var user: UserID = 0
        }
        struct State: BotState { var times = 0 }
        static let manifest = Manifest("sender", needs: [.send, .reply, .directMessage])
        let options: Options

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            try await context.state(.clan).update { $0.times += 1 }
            if !options.user.isNone { return [.directMessage("\(message.text)", to: options.user)] }
            return [.reply("heard"), options.channel.isNone ? .send("noted") : .send("\(message.text)", to: options.channel)]
        }
    }

    private static let irc = ChannelID(connection: "irc", channel: "ops")

    private static let channels = [
        Channel(id: 11, clan: 1, label: "general"), Channel(id: 12, clan: 1, parent: 11, kind: .thread, label: "talk"),
        Channel(id: 17, clan: 1, label: "board", isPrivate: true),
        Channel(id: 18, clan: 1, parent: 17, kind: .thread, label: "plans"),
        Channel(id: 19, clan: 1, parent: 17, kind: .thread, label: "more plans"),
        Channel(id: 20, clan: 1, parent: 17, kind: .thread, label: "secret", isPrivate: true),
        Channel(id: 41, clan: 2, label: "far"), Channel(id: irc, clan: ClanID(connection: "irc"), label: "ops"),
        Channel(id: 90, clan: 0, kind: .direct, label: "an", isPrivate: true),
    ]

    @Test(
        arguments: [(11, irc), (irc, 11), (irc, 41), (irc, ChannelID(connection: "matrix", channel: "ops"))]
            as [(ChannelID, ChannelID)])
    func `a bot sends between a clan and a connection`(from: ChannelID, to: ChannelID) async throws {
        #expect(try await actions(Sender.Options(channel: to), in: from).count == 2)
    }

    @Test func `a bot does not send from a private channel to a connection`() async throws {
        await #expect(throws: BotError.leavesPrivatePlace("send")) {
            try await actions(Sender.Options(channel: Self.irc), in: 17)
        }
    }

    private func actions(_ options: Sender.Options, in place: ChannelID) async throws -> [Action] {
        try await actions(of: Sender(options: options), about: .message(Self.message(in: place)))
    }

    private static func message(in place: ChannelID) -> Message {
        .make(text: "confidential", in: place, clan: place == 90 ? 0 : place.isExternal ? ClanID(connection: "irc") : 1)
    }

    private func actions<B: Bot>(of bot: B, about event: Event) async throws -> [Action] {
        try await actions(
            of: bot, about: event,
            BotRuntime(channel: { id in Self.channels.first { $0.id == id } }).with(ChatPreferences(), privateChannels: []))
    }

    private func actions<B: Bot>(of bot: B, about event: Event, _ runtime: BotRuntime) async throws -> [Action] {
        let bot = BotHandler(bot, runtime: runtime)
        guard case .awaiting(let prepare, let end) = bot.handle(event, in: EventContext(now: .now, me: 9)) else {
            return []
        }
        do {
            let results = try await prepare()()
            end(.success(results))
            return results.flatMap(\.actions)
        } catch {
            end(.failure(error))
            throw error
        }
    }

    static let sends: [(from: ChannelID, to: ChannelID, isAllowed: Bool)] = [
        (11, 17, true), (12, 11, true), (90, 11, true), (90, 41, true), (11, 90, true), (11, 999, true),
        (17, 0, true), (17, 17, true), (17, 18, true), (18, 17, true), (18, 19, true), (20, 20, true), (20, 0, true),
        (17, 11, false), (17, 12, false), (17, 41, false), (17, 20, false), (18, 11, false), (20, 17, false), (20, 18, false),
        (17, 999, false),
    ]

    @Test(arguments: sends)
    func `a bot sends from a private place only to where the same people read`(
        from: ChannelID, to: ChannelID, isAllowed: Bool
    ) async throws {
        let options = Sender.Options(channel: to)
        if isAllowed {
            #expect(try await actions(options, in: from).count == 2)
        } else {
            await #expect(throws: BotError.leavesPrivatePlace("send")) { try await actions(options, in: from) }
        }
    }

    /// Requests the actions that it is given.
    private struct Agent: Bot {
        static let manifest = Manifest("agent", needs: [.channels, .status, .moderate, .roles, .delete, .call, .tokens, .groups])
        var actions: [Action]
        let options: NoOptions
        init(options: NoOptions) { self.init(options: options, actions: []) }
        init(options: NoOptions = NoOptions(), actions: [Action]) {
            self.options = options
            self.actions = actions
        }
        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] { actions }
    }

    private static let clanInCall = Data([0x08, 2])  // Field 1 with the id of the other clan.
    private static let channelInCall = Data([0x12, 2, 0x10, 41])  // A channel of the other clan, in a message within the message.

    @Test(
        arguments: [
            .clan(.createChannel(NewChannel("plans"), of: 2)), .clan(.archiveChannel(41)),
            .member(.kick(5, of: 2, reason: "")), .member(.mute(5, in: 41, until: nil, reason: "")),
            .member(.addRole(7, to: 5, of: 2)), .delete(9, of: 41), .call("CreateEvent", clanInCall),
            .call("CreateEvent", channelInCall),
        ] as [Action])
    func `a bot does not act on another clan`(action: Action) async throws {
        await #expect(throws: BotError.actsInOtherClan(action.kind, from: 1, to: 2)) {
            try await actions(of: Agent(actions: [action]), about: .message(Self.message(in: 11)), Self.runtime)
        }
    }

    @Test func `a coffee is not given for a message of another clan`() async throws {
        let coffee = Action.account(.giveCoffee(CoffeeOrder(message: 9, author: 5, channel: 41, clan: 2)))
        await #expect(throws: BotError.leavesClan("give_coffee", from: 1, to: 2)) {
            try await actions(of: Agent(actions: [coffee]), about: .message(Self.message(in: 11)), Self.runtime)
        }
    }

    private static let runtime = BotRuntime(
        channel: { id in Self.channels.first { $0.id == id } }, isClan: { [1, 2].contains($0) })

    @Test(
        arguments: [
            .clan(.createChannel(NewChannel("plans"), of: 1)), .clan(.archiveChannel(11)), .clan(.status("away", of: 1)),
            .member(.kick(5, of: 1, reason: "")), .call("CreateEvent", Data([0x08, 1])), .call("CreateEvent"),
        ] as [Action])
    func `a bot acts on the clan of the event`(action: Action) async throws {
        let asked = try await actions(of: Agent(actions: [action]), about: .message(Self.message(in: 11)), Self.runtime)
        #expect(asked == [action])
    }

    @Test(
        arguments: [
            .clan(.status("confidential", of: 1)), .clan(.createChannel(NewChannel("confidential"), of: 1)),
            .call("CreateEvent", Data([0x08, 1])), .account(.createGroup([5], name: "confidential")),
            .account(.closeConversation(900)),
        ] as [Action])
    func `a bot shows a clan nothing of a private channel`(action: Action) async throws {
        await #expect(throws: BotError.leavesPrivatePlace(action.kind)) {
            try await actions(of: Agent(actions: [action]), about: .message(Self.message(in: 17)), Self.runtime)
        }
    }

    @Test func `a call that is no message is refused`() async throws {
        await #expect(throws: BotError.unwritable("call", "a request that is no protobuf message")) {
            try await actions(
                of: Agent(actions: [.call("CreateEvent", Data([0x0B]))]), about: .message(Self.message(in: 11)), Self.runtime)
        }
    }

    private struct Lister: Bot {
        static let manifest = Manifest("lister", needs: [.reply])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            [.reply(Draft(try await context.schedule.all().map(\.name).joined(separator: " ")))]
        }
    }

    @Test(arguments: [(11, "public"), (17, "public private"), (41, "far")] as [(ChannelID, String)])
    func `a bot lists its jobs of the clan and of channels with the same readers`(place: ChannelID, names: String) async throws {
        let jobs = [("public", 11), ("private", 17), ("far", 41)].map { name, channel in
            ScheduledJob(name, due: .now, channel: ChannelID(Int64(channel)))
        }
        let runtime = BotRuntime(
            ask: { if case .jobs = $0 { .jobs(jobs) } else { .failed("not asked") } },
            channel: { id in Self.channels.first { $0.id == id } })
        let message = Message.make(text: "list", in: place, clan: place == 41 ? 2 : 1)
        #expect(try await actions(of: Lister(options: NoOptions()), about: .message(message), runtime) == [.reply(Draft(names))])
    }

    @Test func `answers that are refused in a private place do not suspend the bot in its clan`() async throws {
        let runtime = BotRuntime(channel: { id in Self.channels.first { $0.id == id } })
        let sender = Sender(options: .init(channel: 11))
        for _ in 1...12 {
            await #expect(throws: BotError.leavesPrivatePlace("send")) {
                try await actions(of: sender, about: .message(Self.message(in: 17)), runtime)
            }
        }
        #expect(try await actions(of: sender, about: .message(Self.message(in: 12)), runtime).count == 2)
    }

    @Test func `a bot messages from a private channel only users who wrote there`() async throws {
        var options = Sender.Options()
        options.user = Author.an.id
        #expect(try await actions(options, in: 17).count == 1)
        options.user = 77
        await #expect(throws: BotError.leavesPrivatePlace("dm")) { try await actions(options, in: 17) }
        #expect(try await actions(options, in: 11).count == 1)
        #expect(try await actions(options, in: 90).count == 1)
    }

    @Test(arguments: [11, 12] as [ChannelID]) func `a bot does not send from one clan to another`(from: ChannelID) async throws {
        await #expect(throws: BotError.leavesClan("send", from: 1, to: 2)) {
            try await actions(Sender.Options(channel: 41), in: from)
        }
    }

    @Test func `a bot does not send from a thread that its message calls private to the thread's channel`() async throws {
        var message = Self.message(in: 12)
        message.isPublic = false
        await #expect(throws: BotError.leavesPrivatePlace("send")) {
            try await actions(of: Sender(options: .init(channel: 11)), about: .message(message))
        }
        #expect(try await actions(of: Sender(options: .init(channel: 12)), about: .message(message)).count == 2)
    }

    @Test(arguments: [("", true), ("{}", true), (#"{"why":"confidential"}"#, false)])
    func `a press in a private channel notifies another user unless a form was filled in`(
        extra: String, isAllowed: Bool
    ) async throws {
        struct Decider: Bot {
            static let manifest = Manifest("decider", needs: [.directMessage])
            let options: NoOptions
            func onEvent(_ event: Event, _ context: Context) async throws -> [Action] { [.directMessage("decided", to: 77)] }
        }
        let click = ButtonClick(
            message: 5, channel: 17, button: "approve", user: Author.an.id, messageAuthor: Author.me.id, extra: extra)
        if isAllowed {
            #expect(
                try await actions(of: Decider(options: .init()), about: .button(click)) == [.directMessage("decided", to: 77)])
        } else {
            await #expect(throws: BotError.leavesPrivatePlace("dm")) {
                try await actions(of: Decider(options: .init()), about: .button(click))
            }
        }
    }

    /// Schedules a job with the text that it hears.
    private struct Scheduler: Bot {
        static let manifest = Manifest("scheduler", needs: [.schedule])
        let options: JobOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            [try options.action(message, context)]
        }
    }

    /// Schedules a job with the text that it hears, and may write to users directly.
    private struct DirectScheduler: Bot {
        static let manifest = Manifest("direct-scheduler", needs: [.schedule, .directMessage])
        let options: JobOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            [try options.action(message, context)]
        }

        func onEvent(_ event: Event, _ context: Context) async throws -> [Action] { [.directMessage("due", to: context.user)] }
    }

    private struct JobOptions: BotOptions {
        var channel: ChannelID = 0
        var user: UserID = 0

        func action<B: Bot>(_ message: Message, _ context: BotContext<B>) throws -> Action {
            let timing = Timing(at: context.now + 60, in: .gmt)
            return try context.schedule.schedule(
                "later", timing, in: channel, for: user.isNone ? nil : user, message.text)
        }
    }

    static let jobs: [(from: ChannelID, to: ChannelID, refusal: BotError?)] = [
        (11, 11, nil), (11, 17, nil), (17, 17, nil), (17, 18, nil), (18, 17, nil), (90, 11, nil), (11, 0, nil),
        (17, 11, .leavesPrivatePlace("appoint")), (17, 12, .leavesPrivatePlace("appoint")),
        (17, 0, .leavesPrivatePlace("appoint")), (17, 90, .leavesPrivatePlace("appoint")),
        (20, 17, .leavesPrivatePlace("appoint")), (11, 41, .leavesClan("appoint", from: 1, to: 2)),
    ]

    @Test(arguments: jobs)
    func `a bot schedules a job from a private place only where the same people read, and in no other clan`(
        from: ChannelID, to: ChannelID, refusal: BotError?
    ) async throws {
        let (bot, event) = (Scheduler(options: .init(channel: to)), Event.message(Self.message(in: from)))
        if let refusal {
            await #expect(throws: refusal) { try await actions(of: bot, about: event) }
        } else {
            #expect(try await actions(of: bot, about: event).count == 1)
        }
    }

    @Test func `a job for another clan is refused without a channel, too`() async throws {
        struct Elsewhere: Bot {
            static let manifest = Manifest("elsewhere", needs: [.schedule])
            let options: NoOptions
            func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
                [.schedule(ScheduledJob("later", due: context.now, clan: 2))]
            }
        }
        await #expect(throws: BotError.leavesClan("appoint", from: 1, to: 2)) {
            try await actions(of: Elsewhere(options: .init()), about: .message(Self.message(in: 11)))
        }
    }

    static let directJobs: [(from: ChannelID, to: ChannelID, user: UserID, isAllowed: Bool)] = [
        (17, 17, Author.an.id, true), (17, 18, Author.an.id, true), (11, 11, 77, true), (90, 90, 77, true),
        (17, 17, 77, false), (11, 17, 77, false), (11, 17, Author.an.id, false), (90, 17, Author.an.id, false),
    ]

    @Test(arguments: directJobs)
    func `a bot that writes directly schedules a job in a private place only there and for whoever spoke`(
        from: ChannelID, to: ChannelID, user: UserID, isAllowed: Bool
    ) async throws {
        let options = JobOptions(channel: to, user: user)
        let event = Event.message(Self.message(in: from))
        if isAllowed {
            #expect(try await actions(of: DirectScheduler(options: options), about: event).count == 1)
        } else {
            await #expect(throws: BotError.leavesPrivatePlace("appoint")) {
                try await actions(of: DirectScheduler(options: options), about: event)
            }
        }
        // A bot that cannot write directly shows an occurrence to the readers of its channel alone.
        #expect(try await actions(of: Scheduler(options: options), about: event).count == 1)
    }

    @Test func `a due job of a private place writes directly to the user who scheduled it`() async throws {
        let job = ScheduledJob("later", due: .now, clan: 1, channel: 17, user: Author.an.id)
        let due = Event.system(.due(SystemEvent.Occurrence(author: "bot:direct-scheduler", job, at: .now)))
        let actions = try await actions(of: DirectScheduler(options: .init()), about: due)
        #expect(actions == [.directMessage("due", to: Author.an.id)])
    }

    @Test func `the refusal says what was not done and why`() {
        #expect(
            "\(BotError.leavesPrivatePlace("send"))"
                == "its send would show content of a private channel to users who cannot read it")
        #expect(
            "\(BotError.leavesClan("send", from: 1, to: 2))"
                == "its send would show content of clan 1 in clan 2; give each clan its own option under 'clans:'")
    }
}
