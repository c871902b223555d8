import AsyncSupport
import BotConfiguration
import ChatModel
import MezonClient
import Synchronization

/// The channels of a connection: their ids on the other server, and those that the account sees there.
final class MezonChannels: Sendable {
    enum Phase: Hashable, Sendable {
        case idle
        case connecting(attempt: Int, failure: String?)
        case connected(as: UserID)
        case ended(String)
    }

    struct State: Sendable {
        var phase = Phase.idle
        /// The channels that the account sees, by their ids on the server.
        var listed: [ChannelID: Channel] = [:]
    }

    let all: [ConnectionSettings.RemoteChannel]
    private let byRemote: [ChannelID: ConnectionSettings.RemoteChannel]
    /// Open while the connection is ready and the account sees the channel, by the application's id.
    private let gates: [ChannelID: AsyncGate]
    private let state = Mutex(State())

    init(_ channels: [ConnectionSettings.RemoteChannel]) {
        all = channels
        byRemote = Dictionary(channels.compactMap { channel in channel.remote.map { ($0, channel) } }) { first, _ in first }
        gates = Dictionary(channels.map { ($0.id, AsyncGate()) }) { first, _ in first }
    }

    var current: State { state.withLock { $0 } }

    /// Returns the configured channel with an id on the server; nil for any other one.
    func local(_ remote: ChannelID) -> ConnectionSettings.RemoteChannel? { byRemote[remote] }

    /// Returns a channel as the server lists it, and the account's user; nil while nothing can be sent there.
    func open(_ local: ChannelID) -> (channel: Channel, me: UserID)? {
        guard let remote = all.first(where: { $0.id == local })?.remote else { return nil }
        return state.withLock { state in
            guard case .connected(let me) = state.phase, let channel = state.listed[remote] else { return nil }
            return (channel, me)
        }
    }

    /// Returns when messages can be sent to a channel.
    ///
    /// - Throws: `CancellationError`.
    func waitUntilOpen(_ local: ChannelID) async throws { try await gates[local]?.waitUntilOpen() }

    func connecting(attempt: Int) {
        state.withLock { state in
            if case .connecting(_, let failure) = state.phase {
                state.phase = .connecting(attempt: attempt, failure: failure)
            } else {
                state.phase = .connecting(attempt: attempt, failure: nil)
            }
        }
        for gate in gates.values { gate.close() }
    }

    func connected(_ snapshot: ReadySnapshot) {
        let followed = snapshot.channels.filter { byRemote[$0.id] != nil }
        state.withLock { state in
            state.phase = .connected(as: snapshot.me)
            state.listed = Dictionary(followed.map { ($0.id, $0) }) { first, _ in first }
        }
        for channel in followed { setGate(of: channel.id, isOpen: true) }
    }

    /// Adds channels that the account has come to see.
    func add(_ channels: [Channel]) {
        for channel in channels where byRemote[channel.id] != nil {
            state.withLock { $0.listed[channel.id] = channel }
            setGate(of: channel.id, isOpen: true)
        }
    }

    /// Removes the channels of a clan that the account has left, or a deleted channel.
    func remove(where isGone: (Channel) -> Bool) {
        let gone = state.withLock { state in
            let gone = state.listed.values.filter(isGone).map(\.id)
            for id in gone { state.listed[id] = nil }
            return gone
        }
        for id in gone { setGate(of: id, isOpen: false) }
    }

    func lost(_ reason: String) {
        state.withLock { state in
            if case .connecting(let attempt, _) = state.phase {
                state.phase = .connecting(attempt: attempt, failure: reason)
            } else {
                state.phase = .connecting(attempt: 1, failure: reason)
            }
        }
        for gate in gates.values { gate.close() }
    }

    func ended(_ reason: String) {
        state.withLock { $0.phase = .ended(reason) }
        for gate in gates.values { gate.close() }
    }

    private func setGate(of remote: ChannelID, isOpen: Bool) {
        guard let gate = byRemote[remote].flatMap({ gates[$0.id] }) else { return }
        if isOpen { gate.open() } else { gate.close() }
    }
}

extension ConnectionSettings.RemoteChannel {
    /// The channel's id on the server; nil for a name that is no id.
    var remote: ChannelID? { ChannelID(name) }
}
