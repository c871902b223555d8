package import ChatModel
import Foundation
package import MezonTestGateway

#if canImport(Glibc)
    import Glibc
#endif

/// The file that informs scripts that the application is ready: one JSON object, written atomically and readable by its owner only.
package struct ReadyFile: Codable, Sendable, Hashable {
    package struct Account: Codable, Sendable, Hashable {
        package var name: String
        package var appid: UserID
        package var token: String

        package init(name: String, appid: UserID, token: String) {
            self.name = name
            self.appid = appid
            self.token = token
        }
    }

    package var pid: Int32
    /// The gateway's base URL.
    package var gateway: String
    /// The bot's account; zero for a gateway without a bot.
    package var botID: UserID
    /// Further applications and users that may log in to a local gateway; empty for a remote one.
    package var accounts: [Account]
    /// The fault-injection endpoint of a local gateway.
    package var control: String?

    enum CodingKeys: String, CodingKey {
        case pid, gateway, accounts, control
        case botID = "bot_id"
    }

    package init(gateway: String, bot: UserID, accounts: [GatewayAccount] = [], control: String? = nil) {
        pid = ProcessInfo.processInfo.processIdentifier
        self.gateway = gateway
        botID = bot
        self.accounts = accounts.map { Account(name: $0.name, appid: $0.appID, token: $0.token.reveal()) }
        self.control = control
    }

    package func write(to path: String) throws {
        let temporary = path + ".\(pid).tmp"
        let manager = FileManager.default
        guard
            manager.createFile(
                atPath: temporary, contents: Data(try JSONText.text(self, isPretty: true).utf8),
                attributes: [.posixPermissions: 0o600]),
            rename(temporary, path) == 0
        else {
            let reason = String(cString: strerror(errno))
            unlink(temporary)
            throw ApplicationError.cannotWrite(file: path, reason: reason)
        }
    }

    /// Checks before the start whether the file can be written.
    static func checkLocation(of path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw ApplicationError.cannotWrite(file: path, reason: "its directory is missing or not writable")
        }
    }

    package static func read(from path: String) throws -> ReadyFile {
        try JSONDecoder().decode(ReadyFile.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }
}

extension ReadyFile {
    /// The path at which a running application publishes its local gateway, for `mezon-bot chat`.
    package static func path(in dataFolder: String) -> String { dataFolder + "/gateway.json" }
}
