import ChatModel
import Foundation

extension LeaderboardKey {
    private static let maxLines = 25

    /// Records the count of the member whom the event is about.
    func change(to count: Int, _ context: inout ActionContext) {
        let user = context.facts.chosenTarget ?? context.facts.actor
        guard !user.isNone else { return }
        var board = board(context.facts)
        board.set(count, of: user)
        var entry = StateEntry(at: context.facts.now)
        entry.text = board.text
        context.change(key(context.facts), board.places.isEmpty ? .forget : .set(entry))
    }

    /// Returns the list as lines, with the counts as they are now.
    func lines(_ context: ActionContext) -> String {
        let (facts, decay) = (context.facts, context.policy.decays[counter])
        let places = board(facts).places.map { place in
            let subject = scope.subject(user: place.user, channel: facts.channelID, clan: facts.clan)
            return (place.user, facts.count(StateKey(.counter, counter, subject), decay: decay))
        }
        // A sort that keeps the order of equal counts.
        let sorted = places.filter { $0.1 > 0 }.enumerated().sorted {
            ($0.element.1, -$0.offset) > ($1.element.1, -$1.offset)
        }
        return sorted.prefix(Self.maxLines).enumerated().map { place, item in
            "\(place + 1). \(facts.handle(of: item.element.0)): \(item.element.1)"
        }.joined(separator: "\n")
    }
}
