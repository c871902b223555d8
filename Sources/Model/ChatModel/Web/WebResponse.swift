public import Foundation

/// The outcome of a bot's web request: the server's response, or the reason why there is none.
public struct WebResponse: Hashable, Sendable, Codable {
    /// The bot that made the request: `bot:assistant`.
    public let author: String
    /// The name given to the request.
    public let name: String
    /// The server's response, whatever its status; nil if the request failed.
    public let http: HTTPResponse?
    /// The reason of the failure; nil if the server responded.
    public let failure: String?
    /// The time of the outcome.
    public let at: Date
    /// The number of the request in the outbox.
    package let delivery: Int64
    package let note: JSONValue
    package let origin: Origin

    /// The place and the user of the event that caused a request.
    package struct Origin: Hashable, Sendable, Codable {
        package var clan: ClanID
        package var channel: ChannelID
        package var topic: TopicID
        package var user: UserID
        /// The message that the event concerned; zero for none.
        package var message: MessageID
        /// The message that a reply quotes.
        package var reference: Reference?
        /// The number of responses that led to the request.
        package var hops = 0
    }

    /// The outcome of a request.
    package enum Outcome: Hashable, Sendable {
        case response(HTTPResponse)
        case failure(String)
    }

    package init(_ outcome: Outcome, to outgoing: AddressedWebRequest, as delivery: Int64, by author: String, at date: Date) {
        // A request of a bot that a rule runs belongs to the bot.
        self.author = author.split(separator: "/").last.map(String.init) ?? author
        name = outgoing.request.name
        switch outcome {
        case .response(let response): (http, failure) = (response, nil)
        case .failure(let reason): (http, failure) = (nil, reason)
        }
        at = date
        self.delivery = delivery
        note = outgoing.request.note
        origin = outgoing.origin
    }

    /// The response if its status is 200 to 299; nil otherwise.
    public var success: HTTPResponse? { http.flatMap { $0.isSuccess ? $0 : nil } }

    /// Decodes the data given with the request.
    ///
    /// - Throws: `DecodingError` if it is of another type.
    public func note<Note: Decodable>(as type: Note.Type = Note.self) throws -> Note {
        try JSONDecoder().decode(type, from: JSONEncoder().encode(note))
    }

    /// The outcome without user data.
    package var redacted: WebResponse {
        var bare = http
        bare?.headers = [:]
        bare?.body = Data()
        return WebResponse(self, http: bare)
    }

    private init(_ other: WebResponse, http: HTTPResponse?) {
        (author, name, failure, at, delivery) = (other.author, other.name, other.failure, other.at, other.delivery)
        self.http = http
        note = .null
        origin = other.origin.redacted
    }
}

extension WebResponse.Origin {
    package init(_ event: Event, in topic: TopicID) {
        var reference: Reference?
        switch event {
        case .message(let message), .edit(let message), .systemMessage(let message): reference = Reference(to: message)
        default: break
        }
        self.init(
            clan: event.clan, channel: event.channel, topic: topic, user: event.actor, message: event.message,
            reference: reference)
    }

    package var redacted: WebResponse.Origin {
        var origin = self
        origin.reference = reference.map { Reference(message: $0.message, sender: $0.sender) }
        return origin
    }
}
