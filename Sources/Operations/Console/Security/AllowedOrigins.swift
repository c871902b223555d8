import BotConfiguration
import ChatModel

/// The hosts and origins that a request may name: those of the console itself.
///
/// A page elsewhere whose name resolves to this machine names its own host and is refused.
struct AllowedOrigins: Sendable {
    private let hosts: Set<String>
    private let origins: Set<String>
    /// A Boolean value that indicates whether browsers reach the console over TLS.
    let isSecure: Bool
    /// The path before every address of the console; empty for the root.
    let basePath: String
    /// The address that a browser opens, without a slash at its end.
    let address: String

    /// - Parameter port: The port on which the console listens.
    init(_ settings: ConsoleSettings, port: Int) {
        let listen = ListenAddress(host: settings.listen.host, port: port)
        let isLoopback = LoopbackHost.contains(listen.host)
        let names = isLoopback ? ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)", "\(listen)"] : ["\(listen)"]
        var hosts = Set(names)
        var origins = Set(names.map { "http://\($0)" })
        if let published = settings.published {
            hosts.insert(published.origin.authority)
            origins.insert("\(published.origin)")
        }
        self.hosts = hosts
        self.origins = origins
        isSecure = settings.published?.origin.isSecure ?? false
        basePath = settings.published?.path ?? ""
        address = settings.published.map { "\($0.origin)\($0.path)" } ?? "http://\(listen)"
    }

    func allows(host: String?) -> Bool { host.map { hosts.contains($0.lowercased()) } ?? false }

    /// Returns whether a request with an origin may change something. Programs other than browsers send none; they have no form
    /// token either.
    func allows(origin: String?) -> Bool { origin.map { origins.contains($0.lowercased()) } ?? true }
}
