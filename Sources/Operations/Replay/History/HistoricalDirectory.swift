import ChatModel
import RuleEngine
import Synchronization

/// A directory that returns the observations of the original decision, and current data for lookups without an observation.
final class HistoricalDirectory: Sendable {
    /// The kinds of lookups without an observation.
    struct UnrecordedLookups: OptionSet {
        let rawValue: UInt8
        static let users = UnrecordedLookups(rawValue: 1)
        static let channels = UnrecordedLookups(rawValue: 2)
    }

    private struct State {
        var seen: [DirectoryObservation] = []
        var guesses: UnrecordedLookups = []
    }

    private let today: DirectoryLookup
    private let state = Mutex(State())

    init(today: DirectoryLookup) { self.today = today }

    /// Starts another decision.
    func restore(_ seen: [DirectoryObservation]) { state.withLock { $0 = State(seen: seen) } }

    /// The kinds of lookups of the current decision that were answered with current data.
    var guesses: UnrecordedLookups { state.withLock { $0.guesses } }

    /// A channel as it was seen, else as it is today. For the clan to which it belongs that is no guess: a channel never changes its clan.
    @Sendable func channel(_ id: ChannelID) -> Channel? {
        for case .channel(id, let channel) in state.withLock({ $0.seen }) { return channel }
        return today.channel(id)
    }

    var lookup: DirectoryLookup {
        DirectoryLookup(
            member: { [self] user, clan in
                find(.users) { if case .member(user, of: clan, let member) = $0 { member } else { Member??.none } }
                    ?? today.member(user, clan)
            },
            channel: { [self] id in
                find(.channels) { if case .channel(id, let channel) = $0 { channel } else { Channel??.none } }
                    ?? today.channel(id)
            },
            clan: { [self] id in
                find(.channels) { if case .clan(id, let clan) = $0 { clan } else { Clan??.none } } ?? today.clan(id)
            },
            channels: { [self] clan in
                find(.channels) { if case .channels(of: clan, let channels) = $0 { channels } else { [Channel]?.none } }
                    ?? today.channels(clan)
            },
            user: { [self] user, clan in
                find(.users) { if case .person(user, of: clan, let author) = $0 { author } else { Author??.none } }
                    ?? today.user(user, clan)
            }, message: today.message,
            hasSeveralClans: { [self] in
                for case .severalClans(let isSo) in state.withLock({ $0.seen }) { return isSo }
                return today.hasSeveralClans()
            })
    }

    private func find<Value>(_ kind: UnrecordedLookups, _ matching: (DirectoryObservation) -> Value?) -> Value? {
        state.withLock { state in
            for observation in state.seen { if let value = matching(observation) { return value } }
            state.guesses.insert(kind)
            return nil
        }
    }
}
