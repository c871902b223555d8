/// The settings of a gateway.
package struct GatewayConfiguration: Sendable {
    /// The loopback address to listen on; other addresses are refused.
    package var host: String
    /// The port; zero selects a free one.
    package var port: Int
    package var seed: GatewaySeed
    package var switches: CompatibilityFlags
    package var limits: GatewayLimits
    /// The seed of the faults' random numbers: the same seed and the same requests result in the same faults.
    package var faultSeed: UInt64

    package init(
        host: String = "127.0.0.1", port: Int = 0, seed: GatewaySeed = .lab, switches: CompatibilityFlags = CompatibilityFlags(),
        limits: GatewayLimits = GatewayLimits(), faultSeed: UInt64 = 1
    ) {
        self.host = host
        self.port = port
        self.seed = seed
        self.switches = switches
        self.limits = limits
        self.faultSeed = faultSeed
    }
}

/// The limits of the gateway.
package struct GatewayLimits: Sendable, Hashable {
    /// The size of a frame, and of a message assembled from fragments.
    package var frameBytes = 1 << 20
    /// The size of the body of a login, an RPC or a control request.
    package var bodyBytes = 1 << 20
    package var uploadBytes = 10 << 20
    /// The size of all uploads together; the oldest are removed first.
    package var totalUploadBytes = 64 << 20
    /// The bytes that may wait for a slow reader before it is disconnected.
    package var backlogBytes = 16 << 20
    package var messagesPerChannel = 10_000
    package var totalMessages = 200_000
    /// UTF-16 units of a message's content, as Mezon's clients count (Documentation/Protocol.md §5).
    package var contentUnits = 4000
    /// The size of mentions, attachments and references of one message together.
    package var messageExtrasBytes = 64 << 10
    package var accounts = 10_000
    package var channels = 10_000
    package var sessions = 10_000
    package var menusPerApp = 100
    package var menuBytes = 4 << 10
    package var faults = 1000
    /// The number of friends, requests and blocks together.
    package var friendsPerAccount = 1000
    /// The oldest notifications are removed first.
    package var notificationsPerAccount = 200
    package var pinsPerChannel = 500
    package var overridesPerChannel = 500
    package var eventsPerClan = 200
    package var eventBytes = 8 << 10
    package var rolesPerClan = 250
    package var roleBytes = 8 << 10
    package var categoriesPerClan = 250
    /// The number of emojis of a clan, and of its stickers.
    package var imagesPerClan = 250
    /// The number of newest messages that one search examines.
    package var searchedMessages = 20_000
    /// The number of transfers, of proofs, and of stored balances of the token chain.
    package var transfers = 10_000
    package var connections = 4096
    /// The size of a group conversation (Documentation/Protocol.md §5).
    package var groupMembers = 20

    package init() {}
}
