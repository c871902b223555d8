/// A disturbance asked for: what goes wrong, at which requests, for whom, and how often.
package struct Fault: Hashable, Sendable, Codable {
    package var kind: Kind
    /// A kind of envelope (`channel_message_send`), an RPC (`ListChannelMessages`), or one of `push`, `login`, `upgrade` and `any`.
    package var on: String
    /// The name of the account it is for; everybody where absent.
    package var account: String?
    /// The probability that it strikes, from 0 to 1; always if absent.
    package var probability: Double?
    /// Strikes only at this one of the matching requests, counted from 1.
    package var nth: Int?
    /// Is spent after so many strikes.
    package var times: Int?
    /// For `delay`; how long the client is told to wait for `rate_limit`.
    package var milliseconds: Int?
    /// The gRPC status of a refusal, or the WebSocket code of a close.
    package var code: Int?
    package var message: String?

    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// The request is not carried out and not answered; the push does not arrive.
        case drop
        /// It happens later; what comes after it does not wait.
        case delay
        /// The answer, or the push, comes twice.
        case duplicate
        /// The request is answered with an error.
        case refuse
        /// The request is carried out, and its answer is lost.
        case loseAck = "lose_ack"
        /// From here on the connection stays open and carries nothing.
        case halfOpen = "half_open"
        case rateLimit = "rate_limit"
        case unauthorized
        /// The connection is closed.
        case close
    }

    package init(
        _ kind: Kind, on: String, account: String? = nil, probability: Double? = nil, nth: Int? = nil, times: Int? = nil,
        milliseconds: Int? = nil, code: Int? = nil, message: String? = nil
    ) {
        self.kind = kind
        self.on = on
        self.account = account
        self.probability = probability
        self.nth = nth
        self.times = times
        self.milliseconds = milliseconds
        self.code = code
        self.message = message
    }

    /// The reason for which the fault is invalid; `nil` if it is valid.
    var objection: String? {
        if on.isEmpty || on.utf8.count > 100 { return "a fault needs a point to strike at" }
        if let probability, !(0...1).contains(probability) { return "a probability lies between 0 and 1" }
        if let nth, nth < 1 { return "nth counts from 1" }
        if let times, times < 1 { return "times is 1 or more" }
        if let milliseconds, !(0...3_600_000).contains(milliseconds) { return "milliseconds lie between 0 and an hour" }
        if kind == .delay, milliseconds == nil { return "a delay needs milliseconds" }
        if let code, kind == .close ? !(1000...4999).contains(code) : !(1...16).contains(code) {
            return "code is a gRPC status from 1 to 16, or for a close a WebSocket code from 1000 to 4999"
        }
        if let message, message.utf8.count > 100 { return "a message has at most 100 bytes" }
        return nil
    }
}
