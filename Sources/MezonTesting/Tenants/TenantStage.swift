import BotConfig
import BotKit
import Foundation
import LocalGateway
import Logging
package import MezonBot
package import MezonModel
import MezonWire
package import Persistence

/// The clans of a test with the real bot: its store, decisions, commits and deliveries, driven by one caller.
package final class TenantStage {
    package private(set) var plan: TenantPlan
    package let oracle: TenantOracle
    package let time: ManualTime
    package private(set) var store: Store
    private let world: TestClanSender
    private let sender: TenantSender
    private let compiled: CompiledConfiguration
    private let folder: TemporaryDirectory
    private let logger = Logger(label: "tenants") { _ in SwiftLogNoOpLogHandler() }
    private let watch = NondeterminismDetector(nil)
    private var house: SteppedApplication

    package init(_ plan: TenantPlan, _ compiled: CompiledConfiguration) async throws {
        self.plan = plan
        self.compiled = compiled
        time = ManualTime(now: TenantPlan.start)
        oracle = TenantOracle(plan)
        world = TestClanSender(
            try InMemoryGateway(plan.seed, heardBy: TenantPlan.bot, at: TenantPlan.start), me: TenantPlan.bot, time: time)
        sender = TenantSender(world, oracle)
        folder = try TemporaryDirectory()
        store = try Store(folder: try DataDirectory(folder.path), time: time, logger: logger)
        house = try await Self.start(compiled, store, sender, time, logger, watch)
        try await list()
    }

    private static func start(
        _ compiled: CompiledConfiguration, _ store: Store, _ sender: TenantSender, _ time: ManualTime, _ logger: Logger,
        _ watch: NondeterminismDetector
    ) async throws -> SteppedApplication {
        try await SteppedApplication(
            compiled, store: store, me: TenantPlan.bot, sender: sender, seed: 0, time: time, logger: logger,
            grounds: watch.grounds,
            watch: { $0 }
        ) { _ in .failed("reads are not supported here") }
    }

    /// Fills the bot's directory, as the first listings would.
    private func list() async throws {
        let known = world.world { $0.channels(readBy: TenantPlan.bot) }
        let rooms = compiled.configuration.ports.flatMap { port in
            port.channels.map { Channel(id: $0.id, clan: ClanID(port: port.name), label: $0.name) }
        }
        try await store.remember(clans: plan.clans, channels: known + rooms)
        for clan in plan.clans {
            let (members, roles) = world.world { ($0.members(of: clan.id), $0.roles(of: clan.id)) }
            store.beginListing(of: clan.id)
            try await store.finishListing(of: clan.id, members: members, roles: roles)
        }
    }

    /// Performs a user's request; returns nil if the server rejects it or if no message results.
    @discardableResult
    package func perform(_ request: ResolvedAction.Request, in place: TenantPlace, as user: UserID) async throws -> MessageID? {
        let transport = RequestTransport(
            ResolvedAction(channel: place.id, request: request), in: place.channel, at: time.now)
        let now = time.now
        guard let done = try? world.world({ try $0.carryOut(transport, as: user, at: now) }) else { return nil }
        try await house.take(done.heard)
        try await settle()
        return done.message
    }

    /// Opens a thread; nil if the server rejects it.
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
        let before = Set(world.world { $0.channels(readBy: TenantPlan.bot) }.map(\.id))
        guard let done = try? world.world({ try $0.call(.createChannelDesc, body, as: user, at: now) }) else { return nil }
        guard let channel = world.world({ $0.channels(readBy: TenantPlan.bot) }).first(where: { !before.contains($0.id) }) else {
            return nil
        }
        let place = TenantPlace(channel: channel, readers: isPrivate ? invited : parent.readers)
        plan.add(place)
        oracle.add(place)
        try await house.take(done.heard)
        try await settle()
        return place
    }

    package func advance(by duration: Duration) async throws {
        time.advance(by: duration)
        _ = try await house.appendDueEvents()
        try await settle()
    }

    package func restart(isKilled: Bool) async throws {
        try await house.end(isKilled: isKilled)
        store = try Store(folder: try DataDirectory(folder.path), time: time, logger: logger)
        house = try await Self.start(compiled, store, sender, time, logger, watch)
        try await list()
        try await settle()
    }

    package func messages(in place: TenantPlace) -> [Message] { world.world { $0.messages(in: place.id, limit: 20) } }

    package func end() async throws { try await house.end(isKilled: false) }

    private func settle() async throws {
        while true {
            while let (_, turn) = try await house.decideNext() { try await house.commit(turn) }
            let asleep = try await house.waitForDeliveries()
            await time.waitForSleepers(asleep)
            _ = world.takeSent()
            let heard = world.takeHeard()
            try await house.take(heard)
            if heard.isEmpty, try await house.isDone { return }
        }
    }
}
