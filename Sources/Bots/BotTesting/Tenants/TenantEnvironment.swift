import BotConfiguration
import BotKit
package import ChatModel
import ConnectorKit
import Foundation
import Logging
package import MezonBotApp
import MezonProtocol
import MezonTestGateway
package import Storage

/// The clans of a test with the real bot: its store, decisions, commits and deliveries, driven by one caller.
package final class TenantEnvironment {
    package private(set) var plan: TenantPlan
    package let oracle: TenantOracle
    package let time: ManualTime
    package private(set) var store: Store
    private let base: TestClanSender
    private let sender: TenantSender
    private let compiled: CompiledConfiguration
    private let folder: TemporaryDirectory
    private let logger = Logger(label: "tenants") { _ in SwiftLogNoOpLogHandler() }
    private let watch = NondeterminismDetector(nil)
    private var application: SteppedApplication
    /// The results of moderators' commands and presses.
    var tally = TenantTally()
    /// The buttons of the newest questions.
    package private(set) var buttons: [TenantButton] = []
    /// The number of messages in the latest minute of each clan that triggered the rule with the watched limit.
    private var hits: [ClanID: (minute: Int, count: Int)] = [:]

    private let network: TenantNetwork?
    /// The bot's connections to the network, and what is heard there.
    private var connections: Task<Void, any Error>?
    private var hearing: Task<Void, any Error>?

    /// - Parameter network: A real network of IRC; nil for one in this process.
    package init(_ plan: TenantPlan, _ compiled: CompiledConfiguration, network: TenantNetwork? = nil) async throws {
        self.network = network
        self.plan = plan
        self.compiled = compiled
        time = ManualTime(now: TenantPlan.start)
        oracle = TenantOracle(plan)
        base = TestClanSender(
            try InMemoryGateway(plan.seed, listener: TenantPlan.bot, at: TenantPlan.start), me: TenantPlan.bot, web: TestWeb(),
            time: time)
        sender = TenantSender(base, oracle)
        folder = try TemporaryDirectory()
        store = try Store(folder: try DataDirectory(folder.path), time: time, logger: logger)
        application = try await Self.start(compiled, store, sender, time, logger, watch)
        try await list()
        guard let network else { return }
        hearing = Task { [oracle] in try await network.run(oracle) }
        try await network.waitUntilThere()
        try await connect(to: network)
    }

    deinit {
        connections?.cancel()
        hearing?.cancel()
    }

    private func connect(to network: TenantNetwork) async throws {
        let connectors = try await network.connectors(of: compiled.configuration.connections, in: store, time: time)
        sender.connect(connectors)
        connections = Task { try await connectors.run() }
    }

    private static func start(
        _ compiled: CompiledConfiguration, _ store: Store, _ sender: TenantSender, _ time: ManualTime, _ logger: Logger,
        _ watch: NondeterminismDetector
    ) async throws -> SteppedApplication {
        try await SteppedApplication(
            compiled, store: store, me: TenantPlan.bot, sender: sender, seed: 0, time: time, logger: logger,
            executors: watch.executors,
            watch: { $0 }
        ) { _ in .failed("reads are not supported here") }
    }

    /// Fills the bot's directory, as the first listings would.
    private func list() async throws {
        let known = base.gateway { $0.channels(readBy: TenantPlan.bot) }
        let rooms = compiled.configuration.connections.flatMap { connection in
            connection.channels.map { Channel(id: $0.id, clan: ClanID(connection: connection.name), label: $0.name) }
        }
        try await store.directory.remember(clans: plan.clans, channels: known + rooms)
        for clan in plan.clans {
            let (members, roles) = base.gateway { ($0.members(of: clan.id), $0.roles(of: clan.id)) }
            store.directory.beginListing(of: clan.id)
            try await store.directory.finishListing(of: clan.id, members: members, roles: roles)
        }
    }

    /// The path of the bot's data directory.
    package var dataDirectory: String { folder.path }

    // Operations of scenarios

    /// Performs a user's request at the gateway; nil if refused.
    ///
    /// - Parameter claimed: The clan that the sender's client names; that of the channel where it is nil.
    @discardableResult
    package func perform(
        _ request: ResolvedAction.Request, in place: TenantPlace, as user: UserID, claiming claimed: ClanID? = nil
    ) async throws -> MessageID? {
        let transport = RequestTransport(
            ResolvedAction(channel: place.id, request: request), in: place.channel, at: time.now)
        let now = time.now
        guard let done = try? base.gateway({ try $0.perform(transport, as: user, at: now) }) else { return nil }
        try await application.take(claimed.map { clan in done.pushes.map { $0.claiming(clan) } } ?? done.pushes)
        try await settle()
        return done.message
    }

    /// Presses a button as a user, also in a channel that does not contain it.
    package func press(_ button: TenantButton, in place: TenantPlace, as user: UserID) async throws {
        var click = RtMessageButtonClicked()
        click.messageID = button.message.rawValue
        click.channelID = place.id.rawValue
        click.buttonID = button.id
        click.senderID = TenantPlan.bot.rawValue
        click.userID = user.rawValue
        var envelope = RtEnvelope()
        envelope.messageButtonClicked = click
        try await application.take([envelope])
        try await settle()
    }

    /// Returns what the bot asks for because of something.
    package func operations(of body: () async throws -> Void) async throws -> [TenantOperation] {
        _ = sender.takeOperations()
        try await body()
        let operations = sender.takeOperations()
        for operation in operations {
            guard let place = plan.places[operation.channel.id] else { continue }
            buttons += operation.buttons.map { TenantButton(id: $0, message: operation.message, place: place) }
        }
        if buttons.count > 60 { buttons.removeFirst(buttons.count - 60) }
        return operations
    }

    /// Counts a message that triggers the rule with the watched limit, and returns whether the rule may act on it.
    package func countHit(in clan: ClanID) -> Bool {
        let minute = Int(time.now.timeIntervalSince1970 / 60)
        var own = hits[clan] ?? (minute, 0)
        if own.minute != minute { own = (minute, 0) }
        own.count += 1
        hits[clan] = own
        return own.count <= TenantPlan.limit
    }

    /// Returns whether a rule has acted on a message; nil if the rule was not triggered.
    package func hasActed(_ rule: String, on message: MessageID) async throws -> Bool? {
        let steps = try await store.reader.lines(about: message).compactMap(\.trace).flatMap(\.steps)
        return steps.first { $0.who == "rule:\(rule)" && $0.what != Trace.miss }.map { !$0.what.hasPrefix("shadow") }
    }

    /// Opens a thread; nil if the gateway refuses.
    package func openThread(
        _ label: String, under parent: TenantPlace, isPrivate: Bool, inviting users: [UserID], as user: UserID
    )
        async throws -> TenantPlace?
    {
        var wire = ApiCreateChannelDescRequest()
        wire.clanID = parent.channel.clan.rawValue
        wire.parentID = parent.id.rawValue
        wire.type = ChannelKind.thread.rawValue
        wire.channelLabel = label
        wire.channelPrivate = isPrivate ? 1 : 0
        let invited = Set(users).union([user, TenantPlan.bot])
        wire.userIds = invited.map(\.rawValue).sorted()
        let body = wire.wireBytes
        let now = time.now
        let before = Set(base.gateway { $0.channels(readBy: TenantPlan.bot) }.map(\.id))
        guard let done = try? base.gateway({ try $0.call(.createChannelDesc, body, as: user, at: now) }) else { return nil }
        guard let channel = base.gateway({ $0.channels(readBy: TenantPlan.bot) }).first(where: { !before.contains($0.id) })
        else {
            return nil
        }
        let place = TenantPlace(channel: channel, readers: isPrivate ? invited : parent.readers)
        plan.add(place)
        oracle.add(place)
        try await application.take(done.pushes)
        try await settle()
        return place
    }

    package func advance(by duration: Duration) async throws {
        time.advance(by: duration)
        _ = try await application.appendDueEvents()
        try await settle()
    }

    package func restart(isKilled: Bool) async throws {
        connections?.cancel()
        _ = await connections?.result
        try await application.end(isKilled: isKilled)
        store = try Store(folder: try DataDirectory(folder.path), time: time, logger: logger)
        application = try await Self.start(compiled, store, sender, time, logger, watch)
        try await list()
        if let network { try await connect(to: network) }
        try await settle()
    }

    package func messages(in place: TenantPlace) -> [Message] { base.gateway { $0.messages(in: place.id, limit: 20) } }

    package func end() async throws {
        try await network?.waitForTheEnd()
        connections?.cancel()
        _ = await connections?.result
        try await application.end(isKilled: false)
    }

    private func settle() async throws {
        while true {
            while let (_, turn) = try await application.decideNext() { try await application.commit(turn) }
            let asleep = try await application.waitForDeliveries()
            await time.waitForSleepers(asleep)
            _ = base.takeSent()
            let heard = base.takeHeard()
            try await application.take(heard)
            if heard.isEmpty, try await application.isDone { return }
        }
    }
}

extension RtEnvelope {
    /// The same as a client sends it that names another clan.
    fileprivate func claiming(_ clan: ClanID) -> RtEnvelope {
        guard case .channelMessage(var message)? = message else { return self }
        message.clanID = clan.rawValue
        var envelope = self
        envelope.message = .channelMessage(message)
        return envelope
    }
}
