import BotConfiguration
import ChatModel
import ConnectorKit
import Foundation
import MezonBotApp
import Moderation
import RuleEngine
import Storage

/// The connections, as `mezon-bot relay status` prints them, and the deliveries that failed.
struct RelaysView: Sendable {
    struct Room: Sendable {
        let name: String
        let obstacle: String
        let works: Bool
        let waiting: Int
    }

    struct Connection: Sendable {
        let name: String
        let network: String
        let text: String
        let state: String
        let rooms: [Room]
    }

    /// A destination with deliveries that failed in the last day.
    struct Failure: Sendable {
        let channel: String
        let place: String
        let count: Int
        let outcomes: [String]
    }

    let connections: [Connection]
    let isEmpty: Bool
    let missing: [String]
    let hasMissing: Bool
    let failures: [Failure]
    let hasFailures: Bool
}

extension ConsoleContext {
    static let resendWindow: TimeInterval = 86_400
    private static let maxOutcomes = 5

    /// The channels of other networks and the destinations of relays.
    private var destinations: Set<ChannelID> {
        let configuration = access.configuration()
        let external = configuration.configuration.names.all.filter { $0.kind == .channels }.map { ChannelID($0.id) }
            .filter(\.isExternal)
        return configuration.rules.relayDestinations.union(external)
    }

    func relays() async throws -> RelaysView {
        let status = try await status()
        let names = try await names()
        let since = access.time.now.addingTimeInterval(-Self.resendWindow)
        let failed = try await reader.givenUp(to: destinations, since: since).filter(\.sendsMessage)
        let byChannel = Dictionary(grouping: failed, by: \.destination).sorted { $0.key < $1.key }
        let connections = (status.connectors ?? []).map { connector in
            RelaysView.Connection(
                name: connector.name, network: connector.network, text: connector.text,
                state: connector.problems.isEmpty ? "ok" : "degraded",
                rooms: connector.channels.map {
                    .init(name: $0.name, obstacle: $0.obstacle ?? "", works: $0.obstacle == nil, waiting: $0.waiting)
                })
        }
        return RelaysView(
            connections: connections, isEmpty: connections.isEmpty, missing: status.missingConnectors ?? [],
            hasMissing: status.missingConnectors != nil,
            failures: byChannel.map { channel, deliveries in
                .init(
                    channel: "\(channel)", place: names.label(of: channel), count: deliveries.count,
                    outcomes: deliveries.suffix(Self.maxOutcomes).map { $0.outcome(in: zone) })
            }, hasFailures: !byChannel.isEmpty)
    }
}
