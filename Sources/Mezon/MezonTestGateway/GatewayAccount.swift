package import ChatModel

/// An account that can log in: an application, or a user, who logs in the same way.
package struct GatewayAccount: Hashable, Sendable {
    package let name: String
    package let appID: UserID
    package let token: Secret
    /// A Boolean value that indicates whether the account is an application.
    package let isApp: Bool
}
