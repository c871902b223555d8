import BotConfiguration
import BotKit
import ChatModel
import MezonClient
import Storage

/// The hosts on which a server stores attachments.
struct MediaHosts {
    /// The URL prefix of an uploaded file's name.
    let base: String
    private let hosts: HTTPAccessPolicy

    /// The hosts that may be in a private network.
    var privateOrigins: Set<WebOrigin> { hosts.allowedPrivate }

    init(api: GatewayEndpoint, isLocal: Bool) {
        var hosts = HTTPAccessPolicy()
        hosts.timeout = .seconds(9)  // A bot has a deadline of ten seconds.
        hosts.maxBytes = BlobStore.maxBytes
        if isLocal {
            base = "\(api)/"
            if let origin = WebOrigin(isSecure: api.isSecure, host: api.host, port: api.port) { hosts.allowedPrivate = [origin] }
        } else {
            base = "https://cdn.mezon.ai/"
            // Observed in clients (Documentation/Protocol.md §1.1).
            hosts.allowed = Set(["cdn.mezon.ai", "cdn.mezon.vn"].compactMap { WebOrigin($0) })
        }
        self.hosts = hosts
    }

    /// The hosts from which each bot may read attachments, including those that the operator allows in general.
    func accessPolicies(for compiled: CompiledConfiguration) -> [String: HTTPAccessPolicy] {
        let configured = compiled.configuration.httpAccess
        let names = compiled.bots.definitions.map { $0.manifest.name }
        return Dictionary(
            names.map { name in
                var policy = hosts
                policy.allowed.formUnion(configured[name]?.allowed ?? [])
                policy.allowedPrivate.formUnion(configured[name]?.allowedPrivate ?? [])
                return (name, policy)
            }
        ) { first, _ in first }
    }
}

extension Configuration {
    /// The hosts that each bot may read.
    var httpAccess: [String: HTTPAccessPolicy] {
        Dictionary(enabledBots.map { ($0.name, $0.http) }) { first, _ in first }
    }
}
