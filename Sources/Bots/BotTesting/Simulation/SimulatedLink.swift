import ChatModel
import Foundation
import MezonProtocol

/// The way of the gateway's pushes to the bot. The order within a channel is kept.
struct SimulatedLink {
    enum Condition { case connected, halfOpen, disconnected }

    private(set) var condition = Condition.connected
    private var held: [(channel: ChannelID, envelope: RtEnvelope)] = []
    private var heldChannels: Set<ChannelID> = []
    private var duplicates = 0

    /// Changes the condition. What was under way is lost with a connection.
    mutating func change(to condition: Condition) {
        self.condition = condition
        (held, heldChannels) = ([], [])
    }

    mutating func hold(_ channel: ChannelID) { heldChannels.insert(channel) }

    mutating func duplicate(_ count: Int) { duplicates = count }

    /// Stops holding channels. Returns what was held.
    mutating func release() -> [RtEnvelope] {
        defer { (held, heldChannels) = ([], []) }
        return held.map(\.envelope)
    }

    /// Returns the pushes that arrive now.
    mutating func transmit(_ pushes: [RtEnvelope]) -> [RtEnvelope] {
        guard condition == .connected else { return [] }
        var arriving: [RtEnvelope] = []
        for push in pushes {
            let channel = push.channel
            guard !heldChannels.contains(channel) else {
                held.append((channel, push))
                continue
            }
            arriving.append(push)
            if duplicates > 0 {
                duplicates -= 1
                arriving.append(push)
            }
        }
        return arriving
    }
}

extension RtEnvelope {
    /// The channel of which it tells; zero for none.
    fileprivate var channel: ChannelID {
        guard case .event(let event) = DecodedPush(self, receivedAt: .distantPast) else { return 0 }
        return event.channel
    }
}
