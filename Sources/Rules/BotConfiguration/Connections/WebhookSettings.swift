/// The webhooks of a connection: the endpoints that receive calls and the targets to which events are posted.
package struct WebhookSettings: Hashable, Sendable {
    /// A channel: received calls appear there as messages, messages in it are posted to the target, or both.
    package struct RemoteChannel: Hashable, Sendable {
        /// The operator's name, which identifies the channel even if its address changes.
        package var name: String
        package var endpoint: WebhookEndpoint?
        package var target: WebhookTarget?
        /// The format that the target expects, also if its address is unknown; nil if nothing is posted.
        package var style: WebhookTarget.Style?

        package init(_ name: String, endpoint: WebhookEndpoint? = nil, target: WebhookTarget? = nil) {
            self.name = name
            self.endpoint = endpoint
            self.target = target
            style = target?.style
        }

        var direction: NameRegistry.Direction { style == nil ? .inward : endpoint == nil ? .outward : .both }
    }

    /// The address to listen on; nil if no calls are received.
    package var address: ListenAddress?
    package var channels: [RemoteChannel]

    package init(address: ListenAddress? = nil, channels: [RemoteChannel] = []) {
        self.address = address
        self.channels = channels
    }
}
