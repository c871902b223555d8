package import ChatModel

/// An account that can log in: an application, or a person who logs in the same way.
package struct GatewayAccount: Hashable, Sendable {
    package let name: String
    package let appID: UserID
    package let token: Secret
    /// False for people.
    package let isApp: Bool
}
