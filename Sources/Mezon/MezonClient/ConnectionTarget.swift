package import ChatModel

/// The address and the credentials of a connection.
package struct ConnectionTarget: Hashable, Sendable {
    /// The WebSocket URL: `ws://` or `wss://`, host, port unless it is the default one, an optional path; no query.
    package var url: String
    package var token: Secret
    package var userID: UserID

    package init(url: String, token: Secret, userID: UserID) {
        self.url = url
        self.token = token
        self.userID = userID
    }
}
