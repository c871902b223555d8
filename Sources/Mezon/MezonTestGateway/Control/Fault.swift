/// A fault to inject: its kind, and the requests, account and frequency that it applies to.
package struct Fault: Hashable, Sendable, Codable {
    package var kind: Kind
    /// A kind of envelope (`channel_message_send`), an RPC (`ListChannelMessages`), or one of `push`, `login`, `upgrade`
    /// and `any`.
    package var on: String
    /// The name of the affected account; all accounts if absent.
    package var account: String?
    /// The probability of the fault, from 0 to 1; 1 if absent.
    package var probability: Double?
    /// The number of the only matching request to which it applies, counted from 1.
    package var nth: Int?
    /// The number of times that it applies; unlimited if absent.
    package var times: Int?
    /// The delay; for `rate_limit`, the waiting time in the error text.
    package var milliseconds: Int?
    /// The gRPC status of a refusal, or the WebSocket code of a close.
    package var code: Int?
    package var message: String?

    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// The request is neither performed nor answered; the push is not sent.
        case drop
        /// The request or push is processed later; subsequent ones do not wait.
        case delay
        /// The answer or the push is sent twice.
        case duplicate
        /// The request is answered with an error.
        case refuse
        /// The request is performed, and its answer is lost.
        case loseAck = "lose_ack"
        /// The connection remains open, but nothing is sent or read any more.
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
    var validationError: String? {
        if on.isEmpty || on.utf8.count > 100 { return "'on' has 1 to 100 bytes" }
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
