package import MezonModel

/// Where we bring what is said here, and how.
package struct WebhookTarget: Hashable, Sendable {
    /// What the other side expects in a body.
    package enum Style: String, Hashable, Sendable, CaseIterable {
        case standard, slack, discord, mattermost, mezon
    }

    package var url: Secret
    /// Those of Standard Webhooks: every one signs, so that the other side can replace one by the next. None: nothing is signed.
    package var secrets: [Secret]
    package var headers: [String: Secret]
    /// Whether it may lie on this machine or in a network of one's own.
    package var reachesInside: Bool
    package var style: Style
    /// For one try, from its beginning to the answer.
    package var timeout: Duration

    /// - Parameter url: of every style but the standard it is a secret itself: who knows it may speak.
    package init(
        url: Secret, secrets: [Secret] = [], headers: [String: Secret] = [:], reachesInside: Bool = false,
        style: Style = .standard, timeout: Duration = usualTimeout
    ) {
        self.url = url
        self.secrets = secrets
        self.headers = headers
        self.reachesInside = reachesInside
        self.style = style
        self.timeout = timeout
    }

    package static let usualTimeout = Duration.seconds(15)  // What Standard Webhooks gives a receiver at least.
}
