import ChatModel
import Foundation
import MezonBotApp
import Replay
import Storage

extension RewindSoakRun {
    /// Rewinds a rule over a part of the time that is rewound afterwards: the same rule, or another one in both clans.
    mutating func rewindBefore(
        _ rule: String, since: Date, _ with: inout RewindClan, _ without: inout RewindClan
    ) async throws {
        let now = with.harness.testStore.time.now
        guard seed % 4 == 2, since < now else { return }
        let others = (clan.rules.map(\.id) + (Self.others + Self.followers).map(\.0)).filter { $0 != rule }
        let other = Bool.random(using: &clan.random) ? rule : others.randomElement(using: &clan.random) ?? rule
        let length = now.timeIntervalSince(since)
        // An earlier rewind of the rule itself that begins before would take back more than the later one.
        let start = since + length * Double.random(in: (other == rule ? 0 : -0.5)..<1, using: &clan.random)
        let request = RewindRequest(other, since: start)
        let isEarlier = try await Self.apply(request, to: &with)
        if other != rule { _ = try await Self.apply(request, to: &without) }
        try await align(&with, &without)
        outcome.repeated += isEarlier ? 1 : 0
    }

    /// Carries out a rewind, and returns whether there was something to take back.
    private static func apply(_ request: RewindRequest, to clan: inout RewindClan) async throws -> Bool {
        let store = try clan.harness.store
        let service = RewindService(store, rules: clan.harness.ruleEngine, time: clan.harness.testStore.time)
        guard let event = try await service.prepare(request, by: SystemEvent.command) else { return false }
        try await store.journal.append([NewEntry(system: .rewind(event))])
        try await clan.work()
        return true
    }
}
