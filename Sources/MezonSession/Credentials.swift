package import MezonModel

/// What an application logs in with.
package struct Credentials: Hashable, Sendable {
    /// The application's id, decimal digits as a text.
    package var appID: String
    package var token: Secret

    package init(appID: String, token: Secret) {
        self.appID = appID
        self.token = token
    }
}
