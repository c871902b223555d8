import ChatModel
import ConnectorKit
import Delivery
import Foundation
import MezonProtocol
import MezonTestGateway
import Synchronization

/// A sender that carries out the bot's requests in the clans and in an in-process IRC network, and passes visible content to the
/// oracle.
final class TenantSender: Sender {
    private let base: TestClanSender
    private let oracle: TenantOracle
    private let posted = Mutex<Int64>(0)
    /// A real network besides; nil for one in this process.
    private let network = Mutex<ConnectorRegistry?>(nil)
    private let operations = Mutex<[TenantOperation]>([])

    init(_ base: TestClanSender, _ oracle: TenantOracle) {
        self.base = base
        self.oracle = oracle
    }

    var splitter: MessageSplitter? { base.splitter }
    var showsAuthorProfiles: Bool { base.showsAuthorProfiles }
    var repetition: ResendMode { base.repetition }

    /// Carries what goes to the network of IRC over these connections from now on.
    func connect(_ connectors: ConnectorRegistry) { network.withLock { $0 = connectors } }

    /// The requests of the bot since the last call.
    func takeOperations() -> [TenantOperation] {
        operations.withLock { operations in
            defer { operations = [] }
            return operations
        }
    }

    func waitUntilConnected(to channel: ChannelID) async throws { try await base.waitUntilConnected(to: channel) }

    func conversation(with user: UserID) async throws -> Channel { try await base.conversation(with: user) }

    func thread(_ name: String, in channel: Channel, creating opening: ThreadOpening?) async throws -> Channel {
        try await base.thread(name, in: channel, creating: opening)
    }

    func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] {
        channel.id.isExternal ? [] : try await base.history(of: channel, before: cursor)
    }

    func send(_ outboundRequest: OutboundRequest) async throws -> SendResult {
        let foreign = outboundRequest.channel.id.isExternal
        if foreign, let network = network.withLock({ $0 }) {
            // What becomes visible there is heard there.
            let sender = network.sender(for: outboundRequest.channel.id)
            try await sender.waitUntilConnected(to: outboundRequest.channel.id)
            return try await sender.send(outboundRequest)
        }
        let sent =
            foreign
            ? posted.withLock { number in
                number += 1
                return SendResult(MessageID(foreignSnowflake: number))
            } : try await base.send(outboundRequest)
        operations.withLock { $0.append(TenantOperation(outboundRequest, message: sent.message)) }
        guard let draft = outboundRequest.outgoing.draft else { return sent }
        let title = outboundRequest.relayed?.face?.name ?? ""
        switch outboundRequest.outgoing.request {
        case .directMessage(_, let user), .ephemeral(_, let user, _):
            oracle.look(at: draft, in: outboundRequest.channel.id, readers: [user, TenantPlan.bot], title: title)
        default: oracle.look(at: draft, in: outboundRequest.channel.id, title: title)
        }
        return sent
    }
}
