/// The webhooks of a port: where calls come in, and where news goes out.
package struct WebhookSettings: Hashable, Sendable {
    /// Where it listens.
    package struct Address: Hashable, Sendable, CustomStringConvertible {
        /// An address in numbers, or `localhost`.
        package var host: String
        /// Zero for any free one.
        package var port: Int

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }

        package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }

    /// A channel: what comes in is said there, what is said there goes out, or both.
    package struct RemoteChannel: Hashable, Sendable {
        /// The operator's own, by which it keeps its place in the house whatever its address.
        package var name: String
        package var door: WebhookEndpoint?
        package var target: WebhookTarget?
        /// What the other side expects, also where its address is kept from us; nil where nothing goes out.
        package var style: WebhookTarget.Style?

        package init(_ name: String, door: WebhookEndpoint? = nil, target: WebhookTarget? = nil) {
            self.name = name
            self.door = door
            self.target = target
            style = target?.style
        }

        var way: NameRegistry.Direction { style == nil ? .inward : door == nil ? .outward : .both }
    }

    /// Nil where nothing comes in.
    package var address: Address?
    package var rooms: [RemoteChannel]

    package init(address: Address? = nil, rooms: [RemoteChannel] = []) {
        self.address = address
        self.rooms = rooms
    }
}
