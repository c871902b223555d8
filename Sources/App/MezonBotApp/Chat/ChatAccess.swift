import ChatModel
import Logging
import MezonClient
import MezonTestGateway

/// The way into the local gateway of a running application, as one of its users.
package struct ChatAccess: Sendable {
    /// The names of the users that the gateway begins with.
    package let names: [String]
    /// Connects as the user with a name, who becomes a member of the clan if missing.
    ///
    /// - Throws: `GatewayError`, also for a name that no account may have.
    package let join: @Sendable (_ name: String) async throws -> ChatConnection

    package init(names: [String], join: @escaping @Sendable (_ name: String) async throws -> ChatConnection) {
        self.names = names
        self.join = join
    }
}

extension ChatAccess {
    /// - Returns: Nil for a gateway elsewhere.
    init?(_ access: GatewayAccess, time: any TimeSource, logger: Logger) {
        guard let gateway = access.local else { return nil }
        self.init(names: gateway.accounts.filter { !$0.isApp }.map(\.name).sorted()) { [endpoint = access.endpoint] name in
            let account = try await gateway.account(named: name)
            let credentials = Credentials(appID: "\(account.appID)", token: account.token)
            return ChatConnection(
                name: account.name,
                user: ChatUser(endpoint: endpoint, credentials: credentials, time: time, logger: logger))
        }
    }
}
