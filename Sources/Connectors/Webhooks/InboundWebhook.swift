package import Foundation

/// An authenticated webhook that was received at an endpoint.
package struct InboundWebhook: Hashable, Sendable {
    /// The path of the endpoint.
    package var endpoint: String
    /// The id, which a repeated call shares; nil if nothing identifies the call.
    package var id: String?
    package var at: Date
    /// The headers without credentials.
    package var headers: [String: String]
    package var body: [UInt8]

    package init(endpoint: String, id: String?, at: Date, headers: [String: String], body: [UInt8]) {
        self.endpoint = endpoint
        self.id = id
        self.at = at
        self.headers = headers
        self.body = body
    }

    package enum AcceptResult: Hashable, Sendable {
        case new
        /// The call was received before; it is not processed again.
        case known
    }
}
