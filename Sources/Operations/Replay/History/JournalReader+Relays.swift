package import ChatModel
import EventProcessing
import Foundation
import MezonProtocol
package import Storage

extension JournalReader {
    /// Returns the channels to which rules relayed messages, by entry.
    ///
    /// - Parameters:
    ///   - entries: The entries that a process rebuilds its rule state from, oldest first.
    ///   - memory: The time for which relayed messages are remembered, back from the last entry; nil for no messages.
    package func relayDestinations(of entries: [Entry], within memory: Duration?) async throws -> [Int64: [ChannelID]] {
        guard let memory, let last = entries.last else { return [:] }
        let start = last.receivedAt.addingTimeInterval(-(memory / .seconds(1)))
        var destinations: [Int64: [ChannelID]] = [:]
        for entry in entries where entry.receivedAt >= start {
            guard case .message? = entry.event else { continue }
            let relays = try await deliveries(causedBy: entry.sequence).filter(\.relaysMessage)
            if !relays.isEmpty { destinations[entry.sequence] = relays.map(\.destination) }
        }
        return destinations
    }
}

extension Delivery {
    fileprivate var relaysMessage: Bool {
        guard case .relay? = try? ResolvedActionCodec.outgoing(payload).request else { return false }
        return true
    }
}
