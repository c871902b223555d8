package import ChatModel
import MezonProtocol
import Synchronization

/// An oracle that records the origin and readers of every token and checks everything that becomes visible.
///
/// It has no knowledge of rules, scopes and links except for the routes that the operator has opened by name.
package final class TenantOracle: Sendable {
    package struct Leak: Hashable, Sendable, CustomStringConvertible {
        package var token: String
        package var source: ChannelID
        package var destination: String

        package var description: String { "\(token) of \(source) in \(destination)" }
    }

    private struct State {
        var plan: TenantPlan
        var sources: [String: ChannelID] = [:]
        var seen = 0
        var shownElsewhere = 0
        var leaks: [Leak] = []
    }

    private static let prefix = "tok"
    private let state: Mutex<State>

    package init(_ plan: TenantPlan) { state = Mutex(State(plan: plan)) }

    /// Returns a unique token, to be said in a channel.
    package func token(in place: ChannelID) -> String {
        state.withLock { state in
            let token = "\(Self.prefix)\(state.sources.count)x"
            state.sources[token] = place
            return token
        }
    }

    package func add(_ place: TenantPlace) { state.withLock { $0.plan.add(place) } }

    package var leaks: [Leak] { state.withLock { $0.leaks } }
    /// The number of tokens checked where they became visible, and of those that originated elsewhere.
    package var counts: (seen: Int, elsewhere: Int) { state.withLock { ($0.seen, $0.shownElsewhere) } }

    /// Checks content that becomes visible in a channel, or to some users only.
    ///
    /// - Parameter readers: The users who see it; nil for the readers of the channel.
    package func look(at draft: Draft, in channel: ChannelID, readers: Set<UserID>? = nil, title: String = "") {
        let text = title + ContentJSON.encode(draft.content) + draft.attachments.map { $0.filename + $0.url }.joined()
        let tokens = Set(text.matches(of: /tok\d+x/).map { String($0.output) })
        state.withLock { state in
            for token in tokens {
                guard let source = state.sources[token] else { continue }
                state.seen += 1
                guard source != channel else { continue }
                state.shownElsewhere += 1
                if state.plan.allows(source, channel, readers) { continue }
                state.leaks.append(Leak(token: token, source: source, destination: readers.map { "\($0)" } ?? "\(channel)"))
            }
        }
    }
}

extension TenantPlan {
    /// Returns whether all who see the content can read its source, or the operator has opened that route by name.
    fileprivate func allows(_ source: ChannelID, _ destination: ChannelID, _ readers: Set<UserID>?) -> Bool {
        guard let from = places[source] else { return false }
        if let seeing = readers ?? places[destination]?.readers, seeing.isSubset(of: from.readers) { return true }
        return named.contains { route in
            guard route.to == destination else { return false }
            if route.from == source { return true }
            return route.includesThreads && route.from == from.channel.parent && !from.channel.isPrivate
        }
    }
}
