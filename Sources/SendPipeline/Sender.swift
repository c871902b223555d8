package import MezonModel
package import Persistence

/// Carries requests to where they are seen: Mezon's socket and the ports in a running house, a recording in tests.
package protocol Sender: Sendable {
    /// What cuts a message that is too long; nil where the sender does it itself, or takes messages of any length.
    var splitter: MessageSplitter? { get }

    /// Whether it shows a name and a picture beside each message; otherwise the name stands in the text.
    var showsFaces: Bool { get }

    /// What may follow a send whose answer never came.
    var repetition: ResendMode { get }

    /// Returns once there is a connection over which requests for a channel can go.
    func waitUntilConnected(to channel: ChannelID) async throws

    /// Our direct conversation with somebody; made, and joined, where there is none yet.
    ///
    /// - Throws: `SendError`.
    func conversation(with user: UserID) async throws -> Channel

    /// Carries one request out.
    ///
    /// - Throws: `SendError`.
    func send(_ parcel: OutboundRequest) async throws -> SendResult

    /// One page of a channel's messages before a cursor (zero for the newest), newest first or oldest first. Asked only of those
    /// that verify.
    ///
    /// - Throws: where the server gives no history to us.
    func history(of channel: Channel, before cursor: MessageID) async throws -> [Message]
}

/// A sender that keeps the order of several requests that are under way at once.
package protocol OrderedSender: Sender {
    /// How many messages for one channel may be under way.
    var mostAtOnce: Int { get }

    /// Sends messages to one channel, in that order; all of them `send` requests.
    ///
    /// - Returns: an outcome for each. Where one was not carried out because the connection was lost, none behind it was.
    func send(_ parcels: [OutboundRequest]) async throws -> [Result<SendResult, SendError>]
}

/// How a send is repeated whose answer never came.
package enum ResendMode: Hashable, Sendable {
    /// The channel's history is read first, for what the send may have become.
    case verified
    /// The other side knows it by its ticket, and takes it once.
    case recognised
    /// Nobody can tell: it is repeated, and may be seen twice.
    case unseen
}

/// One request on its way out.
package struct OutboundRequest: Hashable, Sendable {
    package var outgoing: ResolvedAction
    package var channel: Channel
    /// The same at each try, and no other's.
    package var ticket: String
    /// What happened elsewhere that is to be seen here; nil for what we ask for ourselves.
    package var relayed: RelayedMessage?
    /// How many tries have failed: a sender that knows another way takes it then.
    package var failedTries = 0

    package init(_ outgoing: ResolvedAction, in channel: Channel, ticket: String = "", relayed: RelayedMessage? = nil) {
        self.outgoing = outgoing
        self.channel = channel
        self.ticket = ticket
        self.relayed = relayed
    }
}

/// What a request came to.
package struct SendResult: Hashable, Sendable {
    /// The message it became, the first of several, or acted on; zero where none is concerned.
    package var message: MessageID
    /// All messages that it made, where the network has names for them or makes several of one; empty elsewhere.
    package var became: [ExternalMessageID]

    package init(_ message: MessageID, became: [ExternalMessageID] = []) {
        self.message = message
        self.became = became
    }
}
