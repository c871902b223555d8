import Foundation
package import LocalGateway
package import MezonModel

#if canImport(Glibc)
    import Glibc
#endif

/// What a script learns once everything is ready: one JSON object, written whole or not at all, readable by its owner alone.
package struct ReadyFile: Codable, Sendable, Hashable {
    package struct Account: Codable, Sendable, Hashable {
        package var name: String
        package var appid: UserID
        package var token: String
    }

    package var pid: Int32
    /// The gateway's base URL.
    package var gateway: String
    /// Zero where a gateway runs alone.
    package var botID: UserID
    /// Further apps and people that may log in to a local gateway; empty for a remote one.
    package var accounts: [Account]
    /// The fault endpoint of a local gateway.
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

    /// Finds out before anything starts whether it can be written at all.
    static func checkPlace(of path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw ApplicationError.cannotWrite(file: path, reason: "its folder is missing or not writable")
        }
    }

    package static func read(from path: String) throws -> ReadyFile {
        try JSONDecoder().decode(ReadyFile.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }
}

extension ReadyFile {
    /// Where a running house says where its own gateway is, for `mezon-bot chat`.
    package static func path(in dataFolder: String) -> String { dataFolder + "/gateway.json" }
}
