package import ChatModel

/// The credentials with which an application logs in.
package struct Credentials: Hashable, Sendable {
    /// The id of the application, in decimal digits.
    package var appID: String
    package var token: Secret

    package init(appID: String, token: Secret) {
        self.appID = appID
        self.token = token
    }
}
