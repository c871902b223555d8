import BotKit
import Foundation

/// A bot that counts thanks: `*kudos @binh for the review`, `*top`.
struct Kudos: Bot {
    struct Options: BotOptions {
        /// The number of kudos that one user may give within 24 hours.
        var dailyLimit = 5
    }

    struct Score: Codable, Sendable {
        var name = ""
        var points = 0
    }

    struct State: BotState {
        var scores: [UserID: Score] = [:]
        /// The times at which each user gave kudos in the last 24 hours.
        var given: [UserID: [Date]] = [:]
    }

    static let manifest = Manifest("kudos", "Counts kudos: *kudos @name reason, *top.", needs: [.reply])
    private static let maximum = 1500  // Users with points, within the state size of a clan. The lowest score is dropped first.
    let options: Options

    var commands: [Command<Self>] {
        Command("kudos", "Thank a colleague", vi: "Cảm ơn đồng nghiệp") { (context, who: Mention, why: RemainingText?) in
            guard who.user != context.user else {
                throw UsageError(LocalizedText("you cannot thank yourself", vi: "hãy cảm ơn người khác"), about: 0)
            }
            guard who.user != context.me else {
                throw UsageError(LocalizedText("I cannot receive kudos", vi: "tôi không nhận điểm cảm ơn"), about: 0)
            }
            let score = try await context.state(.clan).update { give(to: who, at: context.now, by: context.user, in: &$0) }
            guard let score else {
                return [
                    .reply(
                        context.say(
                            "You have given all \(options.dailyLimit) kudos of the last 24 hours.",
                            vi: "Bạn đã tặng hết \(options.dailyLimit) lượt trong 24 giờ qua."))
                ]
            }
            let reason = why.map { ": \($0.text)" } ?? ""
            return [.reply("+1 \(score.name) = \(score.points)\(reason)")]
        }
        Command("top", "Show the users with the most kudos", vi: "Xem ai được cảm ơn nhiều nhất") { context in
            let scores = try await context.state(.clan).value.scores
            guard !scores.isEmpty else { return [.reply(context.say("No kudos yet.", vi: "Chưa có ai."))] }
            let lines = Self.ranked(scores).prefix(10).enumerated().map { "\($0 + 1). \($1.value.name): \($1.value.points)" }
            return [.reply(Draft(lines.joined(separator: "\n")))]
        }
    }

    /// Adds a point; returns nil if the giver has none left to give.
    private func give(to who: Mention, at now: Date, by giver: UserID, in state: inout State) -> Score? {
        state.given = state.given.mapValues { $0.filter { now.timeIntervalSince($0) < 86_400 } }.filter { !$0.value.isEmpty }
        guard state.given[giver, default: []].count < options.dailyLimit else { return nil }
        state.given[giver, default: []].append(now)
        var score = state.scores[who.user] ?? Score()
        score.points += 1
        score.name = who.username.isEmpty ? score.name.isEmpty ? "\(who.user)" : score.name : who.username.prefix(bytes: 40)
        state.scores[who.user] = score
        let spare = Self.ranked(state.scores).dropFirst(Self.maximum).filter { $0.key != who.user }
        for (user, _) in spare { state.scores[user] = nil }
        return score
    }

    /// Returns the scores in descending order; of equal ones, the older account comes first.
    private static func ranked(_ scores: [UserID: Score]) -> [(key: UserID, value: Score)] {
        scores.sorted { ($1.value.points, $0.key.rawValue) < ($0.value.points, $1.key.rawValue) }
    }
}
