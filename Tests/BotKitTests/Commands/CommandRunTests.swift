import BotTesting
import Foundation
import Testing

@testable import BotKit

/// Counts, and has a command that only hosts may use.
struct Counting: Bot {
    struct Options: BotOptions {
        var hosts: [RoleID] = []
        var friends: [UserID] = []
    }
    struct State: BotState { var count = 0 }
    static let manifest = Manifest("counting", needs: [.reply])
    let options: Options

    func precheck(_ message: Message) -> Verdict { message.text.hasPrefix("*") ? .skip("not one of mine") : .pass }

    var commands: [Command<Self>] {
        Command("count", cooldown: .seconds(10)) { context in
            [.reply("\(try await context.state(.global).update { $0.count += 1; return $0.count })")]
        }
        Command("top") { (context, step: Int) in [.reply("\(try await context.state(.global).value.count * step)")] }
        Command("reset", vi: "Xoá") { (context, to: Int) in
            try await context.state(.global).update { $0.count = to }
            guard to >= 0 else { throw UsageError("not below zero", about: 0) }
            return [.reply("reset")]
        }
        Command("close", for: .roles(options.hosts) || .users(options.friends)) { _ in [.reply("closed")] }
        Command("remove") { _ in [.delete()] }
    }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] { [.reply("heard")] }
    func onEvent(_ event: Event, _ context: Context) -> [Action] { [.reply("noticed")] }
}

/// Has no state.
struct JokeBot: Bot {
    static let manifest = Manifest("joking", needs: [.reply, .react])
    let options: NoOptions

    var commands: [Command<Self>] {
        Command("joke", cooldown: .seconds(90), per: .channel) { (_, about: String) in [.reply("a joke about \(about)")] }
        Command("echo") { (_, text: RemainingText) in [.reply("\(text.text)")] }
        Command("fixed", follows: false) { (_, text: RemainingText) in [.reply("\(text.text)")] }
        Command("both") { _ in [.reply("both"), .react("👍")] }
    }
}

/// Rejects some arguments itself, and stores as much text as requested.
struct ChoosyBot: Bot {
    struct State: BotState { var text = "" }
    static let manifest = Manifest("picky", needs: [.reply])
    let options: NoOptions

    var commands: [Command<Self>] {
        Command("pick", cooldown: .seconds(10)) { (_, number: Int) in
            guard number > 0 else { throw UsageError("nothing below one", about: 0) }
            return [.reply("\(number)")]
        }
        Command("fill", cooldown: .seconds(10)) { (context, count: Int) in
            try await context.state(.clan).update { $0.text = String(repeating: "x", count: count) }
            return [.reply("kept")]
        }
        Command("size") { context in [.reply("\(try await context.state(.clan).value.text.count)")] }
    }
}

struct CommandRunTests {
    private let memory = BotStateStore()
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    // Users

    @Test(arguments: [
        ("hello", [Action.reply("heard")]), ("*count", [.reply("1")]), ("*nothing", nil),
    ])
    func `a command runs its handler, and other messages go to the hooks`(text: String, actions: [Action]?) async throws {
        #expect(try await counting().says(text) == actions)
    }

    @Test func `an application cannot run commands`() async throws {
        #expect(try await counting(members: [Member(clan: .test, user: 101, isBot: true)]).says("*count") == [])
    }

    @Test(arguments: [false, true])
    func `the server is asked about a user who may be an application`(isApplication: Bool) async throws {
        var first = Member(clan: .test, user: 101, roles: [401])
        first.isUnidentified = true
        let second = Member(clan: .test, user: 101, roles: [401], isBot: isApplication)
        let bot = counting(Counting.Options(hosts: [401]), members: [first, second])
        #expect(try await bot.says("*close") == (isApplication ? [] : [.reply("closed")]))
    }

    @Test(arguments: [
        (Counting.Options(hosts: [401]), [RoleID(401)], "closed"),
        (Counting.Options(hosts: [401]), [], "*close requires the role 'Host', which you do not have here."),
        (Counting.Options(hosts: [402]), [401], "*close requires the role '402', which you do not have here."),
        (Counting.Options(friends: [101]), [], "closed"),
        (
            Counting.Options(friends: [102]), [401],
            "*close is restricted to one user chosen by the operator."
        ),
        (
            Counting.Options(), [401],
            "No one may use *close yet: the operator has not assigned a role or user to it."
        ),
    ])
    func `a refused command names the check and what it requires`(options: Counting.Options, roles: [RoleID], answer: String)
        async throws
    {
        let bot = counting(options, members: [Member(clan: .test, user: 101, roles: roles)])
        #expect(try await bot.says("*close") == [.reply(Draft(answer))])
    }

    @Test func `a user with unknown roles is told so`() async throws {
        let answer = "*close requires the role 'Host', and I do not know your roles here."
        #expect(try await counting(Counting.Options(hosts: [401])).says("*close") == [.reply(Draft(answer))])
    }

    @Test func `an action missing in the manifest fails the command`() async {
        await #expect(throws: BotError.notInManifest(.delete)) { try await counting().says("*remove") }
    }

    // Cooldowns

    @Test func `a command cools down by event time and says so once`() async throws {
        let bot = counting()
        #expect(try await bot.says("*count", after: 0) == [.reply("1")])
        #expect(try await bot.says("*count", after: 2) == [.reply("*count can be used again in 8 s: once per user every 10 s.")])
        #expect(try await bot.says("*count", after: 3) == [])
        #expect(try await bot.says("*count", after: 4, by: .binh) == [.reply("2")])
        #expect(try await bot.says("*count", after: 10) == [.reply("3")])
    }

    @Test func `a channel cooldown applies to all users and survives a restart`() async throws {
        #expect(try await joking(.vi).says("*joke cats", after: 0) == [.reply("a joke about cats")])
        let answer = "*joke dùng lại được sau 1 phút 28 giây: mỗi kênh một lần mỗi 1 phút 30 giây."
        #expect(try await joking(.vi).says("*joke cats", after: 2, by: .binh) == [.reply(Draft(answer))])
        #expect(try await joking().says("*joke cats", after: 90, by: .binh) == [.reply("a joke about cats")])
    }

    @Test func `a cooldown continues after a restart of the application`() async throws {
        let clan = try await TestClan(Counting.self)
        #expect(try await clan.user("an").says("*count") == [.reply("1")])
        try await clan.restart()
        let answer = "*count can be used again in 10 s: once per user every 10 s."
        #expect(try await clan.user("an").says("*count") == [.reply(Draft(answer))])
        try await clan.advance(by: .seconds(10))
        #expect(try await clan.user("an").says("*count") == [.reply("2")])
    }

    @Test func `a command that could not be parsed has no cooldown`() async throws {
        let bot = joking()
        #expect(try await bot.says("*joke", after: 0)?.count == 1)
        #expect(try await bot.says("*joke cats", after: 1) == [.reply("a joke about cats")])
    }

    @Test func `a command that reports a usage error cools down, and the trace has the message`() async throws {
        let bot = picky()
        #expect(try await bot.reasons(of: "*pick x", after: 0) == ["pick: invalid arguments"])
        #expect(try await bot.reasons(of: "*pick 0", after: 1) == ["pick: nothing below one"])
        #expect(try await bot.says("*pick 1", after: 2) == [.reply("*pick can be used again in 9 s: once per user every 10 s.")])
        #expect(try await bot.says("*pick 1", after: 11) == [.reply("1")])
    }

    @Test func `exceeding the state limit is reported, and the state stays unchanged`() async throws {
        let bot = picky()
        #expect(try await bot.says("*fill 200000", after: 0) == [.reply("kept")])
        #expect(try await bot.says("*fill 300000", after: 10) == [.reply("No more data can be stored.")])
        #expect(
            try await bot.reasons(of: "*fill 300000", after: 20) == [
                "fill: it is 300011 bytes as JSON; the maximum is 262144"
            ])
        #expect(try await bot.says("*size") == [.reply("200000")])
    }

    @Test func `a user of a suspended bot is told so once`() async throws {
        let room = BotSupervisor(memory: memory, time: ManualTime())
        let bot = CommandListenerBot(ChoosyBot(options: .init()), memory, members: [], room: room)
        let name = InvocationRecord.Name(sequence: 0, author: "bot:picky")
        for _ in 1...10 { room.end(room.begin(name, in: InvocationPlace(clan: .test)), failure: "odd") }
        let told = Action.reply("*size is temporarily out of order. Please try again later.")
        #expect(try await bot.says("*size") == [told])
        #expect(try await bot.says("*size") == [])
        #expect(try await bot.says("*size", by: .binh) == [told])
        #expect(try await bot.changes(to: "*size") == [])
    }

    @Test func `a usage error found by the command changes no state`() async throws {
        let bot = counting()
        #expect(try await bot.says("*reset 5") == [.reply("reset")])
        #expect(try await bot.says("*reset -1") == [Self.block("*reset -1\n       ^^ not below zero\nusage: *reset <number>")])
        #expect(try await bot.says("*top 1") == [.reply("5")])
    }

    // Edits

    @Test func `the answer follows an edit of the command`() async throws {
        let bot = joking()
        #expect(try await bot.changes(to: "*echo good bye") == [.editReply("good bye")])
        #expect(
            try await bot.changes(to: "*echo") == [
                .editReply(Self.draft("*echo\n      ^ <text> is missing: some words\nusage: *echo <text…>"))
            ])
        #expect(try await bot.changes(to: "*fixed good bye") == [])
        #expect(try await bot.changes(to: "*both") == [])
    }

    @Test func `editing a counted command counts and answers nothing`() async throws {
        let bot = counting()
        #expect(try await bot.says("*reset 5") == [.reply("reset")])
        #expect(try await bot.changes(to: "*reset 6") == [])
        #expect(try await bot.changes(to: "*reset six") == [])
        #expect(try await bot.changes(to: "*top 2") == [.editReply("10")])
        #expect(try await bot.changes(to: "nothing of it") == [.reply("noticed")])
    }

    @Test func `an edit is answered during the cooldown and does not bypass it`() async throws {
        let bot = joking()
        let first = Message.make(text: "*joke cats", at: Self.start)
        #expect(try await bot.hears(.message(first)) == [.reply("a joke about cats")])
        var refused = Message.make(text: "*joke dogs", at: Self.start)
        #expect(try await bot.hears(.message(refused))?.count == 1)
        refused.content.text = "*joke fish"
        #expect(try await bot.hears(.edit(refused)) == [])
        var changed = first
        changed.content.text = "*joke birds"
        #expect(try await bot.hears(.edit(changed)) == [.editReply("a joke about birds")])
    }

    // Names

    @Test func `a command of two words precedes one of one word, and case is ignored`() {
        let table = CommandTable(ArgumentCatalogBot(options: .init()).commands, prefix: "!")
        func name(_ text: String) -> String? { table.match(.make(text: text))?.command.profile.name }
        #expect(name("!poll close 5") == "poll close")
        #expect(name("!POLL   Close") == "poll close")
        #expect(name("!poll closed") == "poll")
        #expect(name("!NÓI x") == "say")
        #expect(name("*poll") == nil)
    }

    @Test func `usage lines show optional and repeated arguments`() {
        let lines = ArgumentCatalogBot(options: .init()).commands.map { $0.profile.usage(ChatPreferences()) }
        #expect(
            lines.filter { ["*maybe", "*poll", "*kudos", "*flip", "*pick"].contains($0.split(separator: " ").first ?? "") } == [
                "*kudos <who> <why…>", "*flip <heads|tails|edge>", "*maybe [number] [text…]", "*pick <word…>",
                "*poll [--anonymous] [--days …] [--min-share …] [--tag …] [--title …] <question> <choices…>",
                "*poll close <number>",
            ])
    }

    private static func draft(_ text: String) -> Draft {
        Draft(Content(text, markup: [Markup("pre", TextRange(0, text.utf16.count))]))
    }
    private static func block(_ text: String) -> Action { .reply(draft(text)) }

    private func counting(_ options: Counting.Options = .init(), members: [Member] = []) -> CommandListenerBot<Counting> {
        CommandListenerBot(Counting(options: options), memory, members: members)
    }

    private func picky() -> CommandListenerBot<ChoosyBot> { CommandListenerBot(ChoosyBot(options: .init()), memory, members: []) }

    private func joking(_ language: Language = .en) -> CommandListenerBot<JokeBot> {
        CommandListenerBot(JokeBot(options: .init()), memory, members: [], language)
    }
}
