/// The addresses of a started gateway.
package struct GatewayAddress: Hashable, Sendable {
    package let host: String
    package let port: Int

    /// `host:port`, with the brackets that IPv6 needs.
    package var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    /// The base of login, RPC and attachments.
    package var baseURL: String { "http://\(authority)" }
    package var socketURL: String { "ws://\(authority)/ws" }
    package var controlURL: String { baseURL + "/control" }
}
