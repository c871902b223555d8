import Foundation

/// A request to a web server that the operator has allowed for the bot.
///
///     .request(try WebRequest("ask", .post, "https://api.example.org/ask",
///         headers: ["Authorization": "Bearer \(options.key)"], .json(Question(text: text))))
///
/// The request is stored with the answer that contains it and sent afterwards, again and again after temporary failures and across
/// restarts, each time with the same `Idempotency-Key`. The bot receives the outcome in `onResponse`. Redirects are not followed.
public struct WebRequest: Hashable, Sendable, Codable {
    /// An HTTP method.
    public enum Method: String, Hashable, Sendable, Codable {
        /// Reads.
        case get = "GET"
        /// Submits.
        case post = "POST"
        /// Replaces.
        case put = "PUT"
        /// Changes.
        case patch = "PATCH"
        /// Deletes.
        case delete = "DELETE"
    }

    /// The name by which the bot recognizes the response.
    public var name: String
    /// The method.
    public var method: Method
    /// The address. It is stored as it is, so keys belong in `headers`.
    public var url: String
    /// The headers. Those with an empty value are omitted.
    public var headers: [String: SecretText]
    /// The body; nil for none.
    public var body: WebBody?
    /// The time limit of one attempt, at most 120 s.
    public var timeout: Duration
    /// The maximum number of attempts, 1 to 12, which are spread over up to ten minutes.
    public var attempts: Int
    /// The data handed back with the response.
    package private(set) var note: JSONValue

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - name: The name by which the bot recognizes the response.
    ///   - method: The method.
    ///   - url: The address, whose host the operator must have allowed.
    ///   - headers: The headers, which may contain secrets of the options.
    ///   - body: The body; nil for none.
    ///   - timeout: The time limit of one attempt.
    ///   - attempts: The maximum number of attempts.
    ///   - note: The data handed back with the response.
    /// - Throws: An encoding error if the note cannot be written as JSON or has more than 16 KiB.
    public init(
        _ name: String, _ method: Method, _ url: String, headers: [String: SecretText] = [:], _ body: WebBody? = nil,
        timeout: Duration = .seconds(30), attempts: Int = 5, note: some Encodable = JSONValue.null
    ) throws {
        self.name = name
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = min(max(timeout, .milliseconds(100)), Self.maxTimeout)
        self.attempts = min(max(attempts, 1), Self.maxAttempts)
        let json = try JSONEncoder().encode(note)
        guard json.count <= Self.maxNoteSize else {
            let problem = "the note of a request has \(json.count) bytes; the maximum is \(Self.maxNoteSize)"
            throw EncodingError.invalidValue(note, .init(codingPath: [], debugDescription: problem))
        }
        self.note = try JSONDecoder().decode(JSONValue.self, from: json)
    }

    package static let maxTimeout = Duration.seconds(120)
    package static let maxAttempts = 12
    package static let maxBodySize = 1 << 20  // Bytes, of a request as of a response.
    private static let maxNoteSize = 16_384  // Bytes of JSON, as of a scheduled job.
    private static let maxNameSize = 200

    /// A description of the first part that cannot be stored; nil if all can be.
    package var encodingProblem: String? {
        if name.isEmpty || name.utf8.count > Self.maxNameSize { return "a name of \(name.utf8.count) bytes" }
        if let size = body?.bytes.count, size > Self.maxBodySize { return "a body of \(size) bytes" }
        if headers.count > 32 { return "\(headers.count) headers" }
        for value in headers.values { if let problem = value.encodingProblem { return problem } }
        return nil
    }

    /// The scheme and the host, as they are written.
    var host: String { url.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "//") }

    /// The request without texts.
    package var redacted: WebRequest {
        var request = self
        request.url = ""
        request.headers = [:]
        request.body = nil
        request.note = .null
        return request
    }
}

/// A request with its place in the chat: the content of an outbox row.
package struct AddressedWebRequest: Hashable, Sendable, Codable {
    package var request: WebRequest
    /// The place and the user of the event that caused it, to which the response returns.
    package var origin: WebResponse.Origin
    /// The idempotency key of the first attempt, for a request that the retry of a dead letter makes again; nil for a new request.
    package var idempotencyKey: String?

    /// The number of requests that a chain of requests and responses may have.
    package static let maxChainLength = 32

    /// Creates the request of a bot for an event; nil if the event ends a chain that is too long.
    package init?(_ request: WebRequest, for event: Event, in topic: TopicID) {
        self.request = request
        if case .system(.response(let response)) = event {
            guard response.origin.hops + 1 < Self.maxChainLength else { return nil }
            origin = response.origin
            origin.hops += 1
        } else {
            origin = WebResponse.Origin(event, in: topic)
        }
    }

    /// The destination in the outbox. The requests of one user in one channel to one host are sent in order, all others concurrently.
    package var destination: ChannelID {
        ChannelID(web: "\(request.host) \(origin.channel) \(origin.user)")
    }

    /// Returns whether the server receives the same request, as far as the stored requests tell.
    package func isSameRequest(as other: AddressedWebRequest) -> Bool {
        let (mine, theirs) = (request, other.request)
        return mine.method == theirs.method && mine.url == theirs.url && mine.body == theirs.body
            && destination == other.destination && mine.headers.count == theirs.headers.count
            && mine.headers.allSatisfy { name, value in theirs.headers[name]?.isStored(as: value) == true }
    }

    package var redacted: AddressedWebRequest {
        var outgoing = self
        outgoing.request = request.redacted
        outgoing.idempotencyKey = nil
        outgoing.origin = origin.redacted
        return outgoing
    }
}
