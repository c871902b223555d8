package import BotConfiguration
import ChatModel
import Foundation

/// The retention periods of texts by channel.
package struct RetentionPolicy: Sendable, Hashable {
    /// A kind of text with a retention period.
    enum Kind: String, Sendable, CaseIterable { case messages, traces }

    /// The channels with the same retention period for one kind.
    struct ChannelGroup: Sendable, Hashable {
        var kind: Kind
        var period: Duration
        /// The channels of the group; nil for all except `exceptions`.
        var channels: Set<ChannelID>?
        var exceptions: Set<ChannelID>

        var name: String { "\(kind.rawValue)/\(period.components.seconds)" + (channels == nil ? "" : "/own") }

        func contains(_ channel: ChannelID) -> Bool { channels?.contains(channel) ?? !exceptions.contains(channel) }
    }

    let groups: [ChannelGroup]
    let evidence: Duration?

    package init(_ configuration: Configuration) {
        let general = configuration.store.retention
        evidence = general.evidence
        var shares: [ChannelGroup] = []
        for (matter, period) in [(Kind.messages, \RetentionSettings.messages), (.traces, \RetentionSettings.traces)] {
            let own = configuration.channels.compactMap { settings in
                settings.channel.flatMap { channel in settings.retention[keyPath: period].map { (channel, $0) } }
            }
            if let all = general[keyPath: period] {
                shares.append(ChannelGroup(kind: matter, period: all, channels: nil, exceptions: Set(own.map(\.0))))
            }
            for (period, channels) in Dictionary(grouping: own, by: \.1).sorted(by: { $0.key < $1.key }) {
                shares.append(ChannelGroup(kind: matter, period: period, channels: Set(channels.map(\.0)), exceptions: []))
            }
        }
        self.groups = shares
    }

    /// The time for which checkpoints of the rule state are kept, which may contain texts: the shortest period, a year at most.
    var checkpointPeriod: Duration {
        (groups.map(\.period) + [evidence].compactMap(\.self)).min().map { min($0, Self.year) } ?? Self.year
    }

    private static let year = Duration.seconds(366 * 86_400)

    /// A Boolean value that indicates whether all texts are kept indefinitely.
    package var keepsEverything: Bool { groups.isEmpty && evidence == nil }

    /// A hash of the policy. Sweeps restart when it changes, because skipped entries may be due under the new policy.
    var fingerprint: Int64 {
        let text = groups.map { share in
            "\(share.name) \(share.channels?.sorted().description ?? "") \(share.exceptions.sorted())"
        }.joined(separator: "\n")
        return Int64(bitPattern: text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }
}
