import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Storage

/// The bots of the build, as `mezon-bot bots list` prints them, and the open dead letters.
struct BotsView: Sendable {
    struct Row: Sendable {
        let name: String
        let purpose: String
        let isOn: Bool
        let places: String
        let permissions: String
        let state: String
        let suspension: String
        let isSuspended: Bool
        let openDeadLetters: Int
    }

    struct FailedEvent: Sendable {
        let number: Int64
        let at: String
        let entry: Int64
        let author: String
        let reason: String
        let tries: Int
        /// A Boolean value that indicates whether it can be retried: a bot that a rule ran with a text of its own cannot.
        let canRetry: Bool
    }

    let rows: [Row]
    let letters: [FailedEvent]
    let hasLetters: Bool
}

extension ConsoleContext {
    /// The dead letters of events in the session's clans.
    func deadLetters() async throws -> [DeadLetter] {
        try await reader.deadLetters(all: true, in: places())
    }

    func bots() async throws -> BotsView {
        let letters = try await deadLetters()
        var facts = BotFacts()
        facts.sizes = try await reader.botStateSizes()
        facts.deadLetters = letters
        facts.suspended = try await status().suspendedBots
        // Places, state and suspensions of bots concern all clans.
        let isWhole = scope.isEverything
        let listings = try access.configuration().listing(of: registry, facts)
        let open = letters.filter { $0.state == .open }
        return BotsView(
            rows: listings.map { bot in
                BotsView.Row(
                    name: bot.name, purpose: bot.summary, isOn: bot.isOn,
                    places: isWhole ? (bot.places + bot.clans.map(\.clan)).joined(separator: ", ") : "",
                    permissions: bot.needs.joined(separator: ", "),
                    state: isWhole && bot.memory.bytes > 0 ? "\(bot.memory.bytes) B" : "",
                    suspension: isWhole ? bot.suspended ?? "" : "", isSuspended: isWhole && bot.suspended != nil,
                    openDeadLetters: bot.openDeadLetters)
            },
            letters: open.map {
                .init(
                    number: $0.number, at: $0.at.stamp(in: zone), entry: $0.sequence, author: $0.author, reason: $0.reason,
                    tries: $0.tries, canRetry: !$0.author.contains("/"))
            }, hasLetters: !open.isEmpty)
    }
}
