import BotConfiguration
import BotKit
import BotTesting
import Bots
import ChatModel
import Foundation
import GRDB
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Testing

@testable import Storage

/// A recorded history with restarts, crashes and reloads, and its replay.
struct RecordedRun {
    static let clan: ClanID = 1_900_000_000_000_000_001
    static let channels = (11...14).map { Channel(id: ChannelID(1_900_000_000_000_000_000 + $0), clan: clan, label: "c\($0)") }
    static let roles: [RoleID] = [1_900_000_000_000_000_021, 1_900_000_000_000_000_023]
    static let start = Date(timeIntervalSince1970: 1_767_787_200)  // Wednesday, 7 January 2026, 12:00 UTC.

    let harness: RuleTestHarness
    var traffic: TrafficGenerator
    /// The events so far.
    private(set) var events: [NewEntry] = []
    private let bots: BotRegistry?

    /// - Parameters:
    ///   - plan: The rules at the start.
    ///   - registry: The bots in use, or nil for none.
    init(_ plan: CompiledConfiguration, seed: UInt64, bots registry: BotRegistry? = nil) async throws {
        harness = try await RuleTestHarness(
            plan, as: 1_900_000_000_000_000_101, clan: Self.clan, channels: Self.channels,
            members: TrafficGenerator.people.map { Member(clan: Self.clan, user: $0.id, joinedAt: Self.start - 864_000) })
        bots = registry
        traffic = TrafficGenerator(seed: seed, clan: Self.clan, channels: Self.channels, roles: Self.roles, from: Self.start)
        if registry != nil { traffic.offers = plan.helpEntries }
    }

    /// Generates and processes that many events, one batch at a time.
    mutating func play(_ events: Int, batch: Int = 50, committingEach size: Int = 8, crash: UInt64? = nil) async throws {
        var left = events
        while left > 0 {
            let events = (0..<min(batch, left)).map { _ in traffic.next() }
            left -= batch
            try await process(events)
            if let crash, left <= 0 {
                var random = SplitMix64(seed: crash)
                let ends = Dictionary(
                    uniqueKeysWithValues: (Self.channels.map(\.id) + [0]).map { ($0, Int.random(in: 0...14, using: &random)) })
                try await harness.work(committingEach: size) { ends[$0] ?? 0 }
            } else {
                try await harness.work(committingEach: size)
            }
            traffic.questions = try await harness.store.reader.ruleState(ofKind: "question").map(\.key.name)
            traffic.buttons = try await harness.buttons()
        }
    }

    /// Processes events of another run, one after the other.
    mutating func process(all events: [NewEntry]) async throws {
        for event in events {
            try await process([event])
            try await harness.work()
        }
    }

    private mutating func process(_ events: [NewEntry]) async throws {
        self.events += events
        try await harness.store.journal.append(events)
        let now = events.map(\.receivedAt).max()?.timeIntervalSince(harness.testStore.time.now) ?? 0
        if now > 0 { harness.testStore.time.advance(by: .seconds(now)) }
    }

    /// Replays the history and returns the differences and the summary.
    func replayed(
        rules: RuleSet? = nil, bots registry: BotRegistry? = nil
    ) async throws -> ([ReplayDifference], Replayer.Summary) {
        let reader = try harness.store.reader
        var found: [ReplayDifference] = []
        let summary = try await Replayer(
            reader, today: try await reader.directoryLookup(), rules: rules, botFactory: (registry ?? bots)?.botFactory()
        ).run { found.append($0) }
        return (found, summary)
    }

    /// Returns a reader of a copy of the store after executing a statement.
    func reader(after statement: String?) async throws -> JournalReader {
        let copy = try TemporaryDirectory()
        let path = DataDirectory.database(in: copy.path)
        try DatabaseQueue(path: DataDirectory.database(in: harness.testStore.path)).backup(to: DatabaseQueue(path: path))
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.add(nil) }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        if let statement { try await queue.write { try $0.execute(sql: statement) } }
        return try JournalReader(folder: copy.path)
    }

    /// Returns a configuration that is part of the repository.
    static func plan(_ path: String, changing change: (String) -> String = { $0 }) throws -> CompiledConfiguration {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let source = root.appending(path: path)
        let folder = try TemporaryDirectory()
        let copy = URL(filePath: folder.path)
        let base = source.deletingLastPathComponent()
        for name in try FileManager.default.subpathsOfDirectory(atPath: base.path).sorted()
        where name.hasSuffix(".yaml") && !name.hasPrefix(".") && !name.hasPrefix("Tests/") {
            let target = copy.appending(path: name)
            try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try change(String(contentsOf: base.appending(path: name), encoding: .utf8)).write(
                to: target, atomically: true, encoding: .utf8)
        }
        let (plan, report) = CompiledConfiguration.check(
            copy.appending(path: source.lastPathComponent).path, registry: registry, environment: [:])
        return try #require(plan, "\(report.human())")
    }

    /// Returns the configuration with every bot of a registry enabled.
    static func plan(_ path: String, bots: BotRegistry) throws -> CompiledConfiguration {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try SampleConfiguration.withEveryBot(of: bots, root.appending(path: path))
    }

    static let six = "Tests/MezonBotAppTests/SixRules/config.yaml"
    static let samples = "config.yaml"
}
