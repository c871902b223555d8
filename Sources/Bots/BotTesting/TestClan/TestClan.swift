import BotConfiguration
public import BotKit
public import Foundation
import MezonBotApp
import MezonProtocol
import MezonTestGateway
import Synchronization

/// A clan without a network, in which bots and rules run in the real application: its store in a temporary folder, its decisions,
/// its commits, its send pipeline.
///
///     @Test func `kudos counts, and survives a restart`() async throws {
///         let clan = try await TestClan(Kudos.self)
///         #expect(try await clan.user("an").says("*kudos @binh cảm ơn") == [.reply("+1, now 1: cảm ơn")])
///         try await clan.restart()
///         #expect(try await clan.user("an").says("*kudos @binh lần nữa") == [.reply("+1, now 2: lần nữa")])
///     }
///
/// Every operation returns once its turns are committed and its deliveries are settled or wait for time to pass; nothing sleeps,
/// and the clock stands still until `advance`. The clan enforces what Mezon does: permissions, mutes, 4000 UTF-16 units per
/// message, the order of messages in a channel, and that the bot receives its own messages. A request that it does not model
/// throws `TestClanError.notModelled`. A bot that reads the system's clock or random numbers instead of those of its context
/// throws `TestClanError.nondeterministic`: `Date()`, `ContinuousClock.now`, `Int.random(in:)`, `UUID()`. Code in a task that is not
/// a child of the bot's own (`Task { }`, `Task.detached`) is not checked.
///
/// The channels `general` and `random` and the users `an` and `binh` exist by default; ids are derived from names.
public final class TestClan: Sendable {
    let runtime: TestClanRuntime
    let names: TestIDs
    let id: ClanID
    private let setup: TestClanSetup
    private let people: Mutex<Users>

    struct Users {
        /// The names, in the order in which they were first used.
        var names: [String]
        /// The users who were put into the clan or have joined it.
        var haveBeen: Set<String>
    }

    /// Creates a clan with bots that have their default options.
    ///
    /// - Parameters:
    ///   - first: The type of a bot.
    ///   - others: The types of further bots.
    ///   - rules: The YAML of rules or of a whole configuration, or the path of such a file or of a folder of rule files.
    ///   - channels: The names of the clan's channels.
    ///   - now: The start time; 2026-01-01T00:00:00Z by default.
    ///   - shuffling: The seed for a random order of ready tasks, which then run one at a time; nil for the system's order.
    /// - Throws: `TestClanError.badRules`; an error if the store cannot be created in the temporary folder.
    public convenience init(
        _ first: any Bot.Type, _ others: any Bot.Type..., rules: String? = nil, channels: [String] = ["general", "random"],
        now: Date = Date(timeIntervalSince1970: 1_767_225_600), shuffling: UInt64? = nil
    ) async throws {
        try await self.init(
            bots: ([first] + others).map { Self.plain($0) }, rules: rules, channels: channels, now: now, shuffling: shuffling)
    }

    /// Creates a clan with bots that have given options.
    ///
    ///     let clan = try await TestClan(Dice(options: options), Echo(options: .init()))
    public convenience init(
        _ first: any Bot, _ others: any Bot..., rules: String? = nil, channels: [String] = ["general", "random"],
        now: Date = Date(timeIntervalSince1970: 1_767_225_600), shuffling: UInt64? = nil
    ) async throws {
        try await self.init(bots: [first] + others, rules: rules, channels: channels, now: now, shuffling: shuffling)
    }

    /// Creates a clan with rules and without bots.
    public convenience init(
        rules: String, channels: [String] = ["general", "random"], now: Date = Date(timeIntervalSince1970: 1_767_225_600),
        shuffling: UInt64? = nil
    ) async throws {
        try await self.init(bots: [], rules: rules, channels: channels, now: now, shuffling: shuffling)
    }

    /// Creates a clan with a configuration and the middleware that it enables.
    ///
    ///     let clan = try await TestClan(Echo(options: .init()), middleware: registry, rules: configuration)
    public convenience init(
        _ first: any Bot, _ others: any Bot..., middleware registry: BotRegistry, rules: String,
        channels: [String] = ["general", "random"], now: Date = Date(timeIntervalSince1970: 1_767_225_600)
    ) async throws {
        try await self.init(
            bots: [first] + others, registry: registry, rules: rules, channels: channels, now: now, shuffling: nil)
    }

    private convenience init(
        bots: [any Bot], registry: BotRegistry = BotRegistry([]), rules: String?, channels: [String], now: Date,
        shuffling: UInt64?
    ) async throws {
        var script = TestClanSetup()
        script.channels = channels.map { TestClanSetup.ChannelSetup(name: $0) }
        script.start = now
        try await self.init(
            script,
            TestClanConfiguration.plan(bots: bots, registry: registry, rules: rules, channels: channels, zone: script.zone),
            shuffling: shuffling)
    }

    init(_ script: TestClanSetup, _ plan: CompiledConfiguration, shuffling: UInt64? = nil) async throws {
        names = TestIDs(plan.configuration.names)
        self.setup = script
        id = script.clanID(names)
        let me = names.user(TestClanSetup.bot)
        let gateway = try InMemoryGateway(script.seed(names), listener: me, at: script.start)
        let others = script.otherClans.map { [names] in Clan(id: names.clan($0), name: $0) }
        runtime = try await TestClanRuntime(
            plan, gateway: gateway, me: me, clans: [Clan(id: id, name: "\(id)")] + others,
            seed: script.seed, time: ManualTime(now: script.start), shuffling: shuffling)
        let people = script.people.map(\.name)
        self.people = Mutex(Users(names: people, haveBeen: Set(people + [TestClanSetup.bot, TestClanSetup.owner])))
    }

    static func plain<B: Bot>(_ bot: B.Type) -> any Bot { B(options: B.Options()) }

    /// The events so far: messages, every turn with its trace, and requests sent. At most the last 2000 lines.
    public var transcript: String { runtime.transcript.text }

    /// The time of the clan's clock.
    public var now: Date { runtime.time.now }

    /// Returns a user of the clan, created if there is none of that name. The user has been a member for a month, unless their
    /// first action is to join.
    public func user(_ name: String) -> TestUser {
        people.withLock { if !$0.names.contains(name) { $0.names.append(name) } }
        return TestUser(name: name, id: names.user(name), clan: self)
    }

    /// Gives a user a role, which is created if there is none of that name; the owner of the clan performs it.
    ///
    /// - Returns: The actions that bots and rules request because of it.
    @discardableResult
    public func give(_ role: String, to user: TestUser) async throws -> [Action] {
        try await change(role, of: user, isTaken: false).map(\.action)
    }

    /// Takes a role from a user.
    @discardableResult
    public func take(_ role: String, from user: TestUser) async throws -> [Action] {
        try await change(role, of: user, isTaken: true).map(\.action)
    }

    /// Returns the id of a role.
    public func role(_ name: String) -> RoleID { names.role(name) }

    /// Returns the id of a channel.
    public func channel(_ name: String) -> ChannelID { names.channel(name) }

    /// Advances the clock; events that become due occur at their time.
    ///
    /// - Returns: The actions that bots and rules request because of it.
    @discardableResult
    public func advance(by duration: Duration) async throws -> [Action] {
        try await runtime.advance(by: duration).map(\.action)
    }

    /// The data lost in a restart.
    public enum RestartLoss: Sendable {
        /// No data: the application shuts down gracefully.
        case nothing
        /// The data not yet on disk, as when the process is killed. Everything said so far is on disk; use `fail(commit:)` to
        /// lose a turn.
        case uncommitted
    }

    /// Closes the store and opens it again, as a new process does.
    ///
    /// - Returns: The actions that bots and rules request because of it.
    @discardableResult
    public func restart(losing loss: RestartLoss = .nothing) async throws -> [Action] {
        try await runtime.restart(isKilled: loss == .uncommitted).map(\.action)
    }

    /// Makes one of the next requests of the bot fail: 1 for the next, 2 for the one after it…
    public func fail(send number: Int = 1, with fault: SendFault) { runtime.sender.fail(number, with: fault) }

    /// Kills the application after one of its next decisions and before the commit: 1 for the next, 2 for the one after it… It
    /// restarts at once and resumes its work.
    public func fail(commit number: Int) async { await runtime.crash(beforeCommit: number) }

    /// Returns the current messages of a channel, oldest first: with the bot's answers and with edits, without deleted messages.
    ///
    /// - Throws: `TestClanError.noSuchChannel`.
    public func messages(in channel: String = "general") throws -> [Message] {
        let place = try place(channel).id
        return runtime.sender.gateway { $0.messages(in: place, limit: 1000) }
    }

    /// Returns the direct messages between the bot and a user, oldest first.
    public func messages(with user: TestUser) throws -> [Message] {
        let (me, now) = (names.user(TestClanSetup.bot), now)
        return try runtime.sender.gateway { gateway in
            let (channel, _) = try gateway.conversation(of: me, with: user.id, at: now)
            return gateway.messages(in: channel.id, limit: 1000)
        }
    }

    /// Returns the ephemeral messages shown to a user.
    public func ephemeralMessages(to user: TestUser) -> [Draft] { runtime.sender.sentEphemerals(to: user.id) }

    func place(_ name: String) throws -> Channel {
        let id = names.channel(name)
        let all = runtime.sender.gateway { $0.channels(readBy: names.user(TestClanSetup.bot)) }
        guard let channel = all.first(where: { $0.id == id }) else {
            throw TestClanError.noSuchChannel(name, known: all.map(\.label).filter { !$0.isEmpty })
        }
        return channel
    }

    /// Performs an operation as a user, who becomes a member if they never were one.
    func perform(
        _ words: String, as user: TestUser, with others: [TestUser] = [],
        _ operation: @escaping @Sendable (inout InMemoryGateway) throws -> [RtEnvelope]
    ) async throws -> [RequestedAction] {
        for person in [user] + others { try await settle(person) }
        return try await runtime.perform(words) { gateway in
            do {
                return try operation(&gateway)
            } catch let refused as InMemoryGateway.RequestError {
                throw refused.isUnknown
                    ? TestClanError.notModelled(words) : TestClanError.refused(who: user.name, why: refused.reason)
            }
        }
    }

    /// The users named so far, longest names first.
    var knownUsers: [TestUser] {
        people.withLock { $0.names }.sorted { ($1.count, $0) < ($0.count, $1) }
            .map { TestUser(name: $0, id: names.user($0), clan: self) }
    }

    private func settle(_ user: TestUser) async throws {
        guard people.withLock({ $0.haveBeen.insert(user.name).inserted }) else { return }
        let (id, since) = (id, now.addingTimeInterval(-30 * 86_400))
        try await runtime.arrange { gateway in
            try gateway.addUser(user.id, name: user.name)
            gateway.addMemberSilently(user.id, to: id, since: since)
            return true
        }
    }

    /// Returns the id of a clan by name, or the id of the main clan if no name is given.
    func clanID(_ name: String?) -> ClanID { name.map { names.clan($0) } ?? id }

    /// Adds a user who is not a member.
    func welcome(_ user: TestUser, to clan: String? = nil) async throws -> [RequestedAction] {
        let (id, now) = (clanID(clan), now)
        guard !runtime.sender.gateway({ $0.isMember(user.id, of: id) }) else { throw TestClanError.alreadyMember(user.name) }
        _ = people.withLock { $0.haveBeen.insert(user.name) }
        return try await runtime.perform("\(user.name) joins") { gateway in
            try gateway.addUser(user.id, name: user.name)
            return gateway.addMember(user.id, to: id, at: now)
        }
    }

    /// Bans a user from writing in a channel, permanently if no duration is given, or lifts the ban; the owner of the clan
    /// performs it.
    func ban(
        _ user: TestUser, in channel: String, for length: Duration?, isLifted: Bool
    ) async throws -> [RequestedAction] {
        let (place, now, owner) = (try place(channel), now, names.user(TestClanSetup.owner))
        let until = length.map { now.addingTimeInterval($0 / .seconds(1)) }
        let action: MemberAction =
            isLifted ? .unmute(user.id, in: place.id) : .mute(user.id, in: place.id, until: until, reason: "")
        let carriage = RequestTransport(ResolvedAction(channel: place.id, request: .member(action)), in: place, at: now)
        return try await perform("\(user.name) \(isLifted ? "may write" : "may not write") in #\(channel)", as: user) { gateway in
            try gateway.perform(carriage, as: owner, at: now).pushes
        }
    }

    /// Makes a user join or leave a voice channel.
    func talk(_ isTalking: Bool, _ user: TestUser, in channel: String) async throws -> [RequestedAction] {
        let place = try place(channel)
        return try await perform("\(user.name) \(isTalking ? "enters" : "leaves") #\(channel)", as: user) { gateway in
            try gateway.setVoicePresence(isTalking, in: place.id, as: user.id)
        }
    }

    func change(
        _ role: String, of user: TestUser, isTaken: Bool, in clan: String? = nil
    ) async throws -> [RequestedAction] {
        let (roleID, id, now, owner) = (names.role(role), clanID(clan), now, names.user(TestClanSetup.owner))
        try await settle(user)
        try await runtime.arrange { gateway in
            gateway.addRole(roleID, title: role, in: id)
            return true
        }
        let action: MemberAction = isTaken ? .removeRole(roleID, from: user.id, of: id) : .addRole(roleID, to: user.id, of: id)
        let carriage = RequestTransport(
            ResolvedAction(channel: 0, request: .member(action)), in: Channel(id: 0, clan: id, label: ""), at: now)
        return try await runtime.perform("\(user.name) \(isTaken ? "loses" : "is given") the role \(role)") { gateway in
            try gateway.perform(carriage, as: owner, at: now).pushes
        }
    }
}
