import Hooks
package import MezonBot
package import MezonModel
import Moderation
package import Persistence
import Rules

/// A house without a server: a store on disk, rules before it, and a lane for each channel. It may end at any moment.
package final class RuleHouse {
    package let house: TestHouse
    package let me: UserID
    private var book: RuleBook
    private var plan: HousePlan

    package init(_ plan: HousePlan, as me: UserID, clan: ClanID, channels: [Channel], members: [Member] = []) async throws {
        house = try await TestHouse(channels: channels)
        self.me = me
        self.plan = plan
        let store = try house.store
        store.beginListing(of: clan)
        try await store.finishListing(of: clan, members: members, roles: nil)
        book = try await RuleBook.open(plan, store: store, me: me, logger: house.logger)
    }

    package var store: Store { get throws { try house.store } }

    /// Decides all that waits, lane beside lane.
    ///
    /// - Parameter crash: how many decisions a lane makes before everything ends; what it has not committed then is lost.
    package func work(committingEach size: Int = 8, crash: (@Sendable (ChannelID) -> Int)? = nil) async throws {
        let store = try house.store
        let book = book
        let deliberation = Deliberation(me: me, time: house.time, logger: house.logger) { _, _ in [book] }
        let lanes = Dictionary(grouping: try await store.entriesWithoutTurn(after: 0, limit: .max), by: \.channel)
        try await withThrowingDiscardingTaskGroup { group in
            for (channel, entries) in lanes {
                group.addTask {
                    var turns: [Turn] = []
                    let end = crash?(channel) ?? entries.count
                    for entry in entries.prefix(end) {
                        turns.append(await deliberation.turn(for: entry))
                        guard turns.count >= size else { continue }
                        try await store.commit(turns)
                        turns = []
                    }
                    if crash == nil { try await store.commit(turns) }
                }
            }
        }
    }

    /// Ends the process, as far as there is one, and starts another.
    package func restart() async throws {
        let store = try house.restart()
        book = try await RuleBook.open(plan, store: store, me: me, logger: house.logger)
    }

    /// Takes another edition into force.
    package func reload(_ plan: HousePlan) async throws {
        self.plan = plan
        let book = book
        _ = try await store.change(
            to: plan.rules.version, files: plan.files.json, by: .rulesChanged(version: plan.rules.version, at: house.time.now)
        ) { book.change(to: plan.rules, from: $0) }
    }
}
