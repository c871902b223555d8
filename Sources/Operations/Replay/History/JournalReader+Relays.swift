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
        let messages = entries.filter { entry in
            guard entry.receivedAt >= start, case .message? = entry.event else { return false }
            return true
        }.map(\.sequence)
        let pageSize = 512
        var destinations: [Int64: [ChannelID]] = [:]
        for page in stride(from: 0, to: messages.count, by: pageSize).map({ messages[$0..<min($0 + pageSize, messages.count)] }) {
            guard let first = page.first, let last = page.last else { continue }
            let sequences = Set(page)
            for delivery in try await deliveries(causedFrom: first, through: last)
            where sequences.contains(delivery.cause) && delivery.relaysMessage {
                destinations[delivery.cause, default: []].append(delivery.destination)
            }
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
