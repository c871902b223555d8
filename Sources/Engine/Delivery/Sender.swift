package import ChatModel
package import Storage

/// A transport for requests: Mezon's socket or a connector in an application, a recorder in tests.
package protocol Sender: Sendable {
    /// The splitter for long messages; nil if the sender splits them itself or accepts any length.
    var splitter: MessageSplitter? { get }

    /// A Boolean value that indicates whether the network shows a name and picture for each message. Otherwise the text includes
    /// the name.
    var showsAuthorProfiles: Bool { get }

    /// The handling of a send without an acknowledgement.
    var repetition: ResendMode { get }

    /// Waits until there is a connection for requests to a channel.
    func waitUntilConnected(to channel: ChannelID) async throws

    /// The direct conversation with a user, created and joined if it does not exist.
    ///
    /// - Throws: `SendError`.
    func conversation(with user: UserID) async throws -> Channel

    /// The open thread of a name below a channel.
    ///
    /// - Parameter opening: The thread to create and join if there is none; nil to throw an error then.
    /// - Throws: `SendError`.
    func thread(_ name: String, in channel: Channel, creating opening: ThreadOpening?) async throws -> Channel

    /// Sends one request.
    ///
    /// - Throws: `SendError`.
    func send(_ outboundRequest: OutboundRequest) async throws -> SendResult

    /// One page of a channel's messages before a cursor (zero for the newest), in ascending or descending order. Called only for
    /// senders with `ResendMode.verified`.
    ///
    /// - Throws: An error if the server refuses history.
    func history(of channel: Channel, before cursor: MessageID) async throws -> [Message]
}

extension Sender {
    /// Refuses: a network without threads.
    package func thread(_ name: String, in channel: Channel, creating opening: ThreadOpening?) async throws -> Channel {
        throw SendError.refused(code: 12, "this network has no threads")
    }
}

/// A sender that preserves the order of several concurrent requests.
package protocol OrderedSender: Sender {
    /// The maximum number of concurrent messages for one channel.
    var maxBatch: Int { get }

    /// Sends messages to one channel in the given order. All of them are `send` requests.
    ///
    /// - Returns: A result for each message. If one was not sent because the connection was lost, none after it was sent.
    func send(_ outboundRequests: [OutboundRequest]) async throws -> [Result<SendResult, SendError>]
}

/// A sender that can send requests without making the caller wait.
package protocol ImmediateSender: Sender {
    /// Runs work on the thread that begins requests most cheaply, in the order of the calls. The work must not wait.
    func perform(_ work: @escaping @Sendable () -> Void)

    /// Sends a request if nothing has to be waited for first. Requests to one channel take effect in the order in which they are begun.
    ///
    /// - Parameter completion: Called once, on any thread, and must not wait. It receives the result; nil if the request had no effect
    ///   and is to be sent with `send`.
    /// - Returns: False if the request is to be sent with `send`; nothing is called then.
    func begin(
        _ request: OutboundRequest, completion: @escaping @Sendable (Result<SendResult, SendError>?) -> Void
    ) -> Bool
}

/// The handling of a send without an acknowledgement.
package enum ResendMode: Hashable, Sendable {
    /// The channel's history is searched for the message first.
    case verified
    /// The receiver recognizes the idempotency key and ignores duplicates.
    case idempotent
    /// The send is repeated without verification and may be duplicated.
    case unverified
}

/// A request to be sent.
package struct OutboundRequest: Hashable, Sendable {
    package var outgoing: ResolvedAction
    package var channel: Channel
    /// A unique identifier that is the same for each attempt.
    package var idempotencyKey: String
    /// The author of the request: `bot:echo`.
    package var author: String
    /// The relayed event; nil for requests of the application itself.
    package var relayed: RelayedMessage?
    /// The number of failed attempts, after which a sender may use another transport.
    package var failedTries = 0

    package init(
        _ outgoing: ResolvedAction, in channel: Channel, idempotencyKey: String = "", author: String = "",
        relayed: RelayedMessage? = nil
    ) {
        self.outgoing = outgoing
        self.channel = channel
        self.idempotencyKey = idempotencyKey
        self.author = author
        self.relayed = relayed
    }
}

/// The result of a request.
package struct SendResult: Hashable, Sendable {
    /// The message created or acted on, the first one if it was split; zero if there is none.
    package var message: MessageID
    /// All created messages, for a network that assigns its own ids or splits messages; otherwise empty.
    package var messages: [ExternalMessageID]
    /// The response to a web request; nil for other requests.
    package var response: HTTPResponse?

    package init(_ message: MessageID, messages: [ExternalMessageID] = [], response: HTTPResponse? = nil) {
        self.message = message
        self.messages = messages
        self.response = response
    }
}
