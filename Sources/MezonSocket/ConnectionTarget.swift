package import MezonModel

/// Where to connect, and as whom.
package struct ConnectionTarget: Hashable, Sendable {
    /// `ws://` or `wss://`, host, port where it is not the usual one, perhaps a path; no query.
    package var url: String
    package var token: Secret
    package var userID: UserID

    package init(url: String, token: Secret, userID: UserID) {
        self.url = url
        self.token = token
        self.userID = userID
    }
}
