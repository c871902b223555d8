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
        /// The channels as they were last observed.
        var channels: [ChannelID: Channel] = [:]
    }

    private let today: DirectoryLookup
    private let state = Mutex(State())

    init(today: DirectoryLookup) { self.today = today }

    /// Starts another decision.
    func restore(_ seen: [DirectoryObservation]) {
        state.withLock { state in
            state.seen = seen
            state.guesses = []
            for case .channel(let id, let channel?) in seen { state.channels[id] = channel }
        }
    }

    /// Ends the last decision. The start of a process sees no observations of a decision.
    func restart() { restore([]) }

    /// The kinds of lookups of the current decision that were answered with current data.
    var guesses: UnrecordedLookups { state.withLock { $0.guesses } }

    /// Returns a channel as the decision observed it, otherwise as it was last observed before, otherwise as it is today. For the
    /// clan to which it belongs that is no guess: a channel never changes its clan.
    @Sendable func channel(_ id: ChannelID) -> Channel? {
        let (seen, last) = state.withLock { ($0.seen, $0.channels[id]) }
        for case .channel(id, let channel) in seen { return channel }
        return last ?? today.channel(id)
    }

    /// The present name of a user, for reports; nil if the user is not known.
    func name(of user: UserID, in clan: ClanID) -> String? { today.user(user, clan)?.name }

    var lookup: DirectoryLookup {
        var lookup = DirectoryLookup(
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
        lookup.isCurrent = { [self] _ in state.withLock { $0.seen.contains(.rewindIsCurrent(true)) } }
        return lookup
    }

    private func find<Value>(_ kind: UnrecordedLookups, _ matching: (DirectoryObservation) -> Value?) -> Value? {
        state.withLock { state in
            for observation in state.seen { if let value = matching(observation) { return value } }
            state.guesses.insert(kind)
            return nil
        }
    }
}
