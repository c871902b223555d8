package import ChatModel

/// A target to which the messages of a channel are posted.
package struct WebhookTarget: Hashable, Sendable {
    /// The format of the body that the target expects.
    package enum Style: String, Hashable, Sendable, CaseIterable {
        case standard, slack, discord, mattermost, mezon
    }

    package var url: Secret
    /// The secrets of Standard Webhooks. Each one signs, so that the receiver can replace one by the next; if empty, calls are
    /// not signed.
    package var secrets: [Secret]
    package var headers: [String: Secret]
    /// A Boolean value that indicates whether the address may be on this machine or in a private network.
    package var allowsPrivateNetwork: Bool
    package var style: Style
    /// The time limit of one attempt, from its start to the response.
    package var timeout: Duration

    /// Creates a target.
    ///
    /// - Parameter url: The address. For every style but the standard one it is a secret itself, because it authorizes anyone who
    ///   knows it.
    package init(
        url: Secret, secrets: [Secret] = [], headers: [String: Secret] = [:], reachesInside: Bool = false,
        style: Style = .standard, timeout: Duration = defaultTimeout
    ) {
        self.url = url
        self.secrets = secrets
        self.headers = headers
        self.allowsPrivateNetwork = reachesInside
        self.style = style
        self.timeout = timeout
    }

    package static let defaultTimeout = Duration.seconds(15)  // The minimum that Standard Webhooks grants a receiver.
}
