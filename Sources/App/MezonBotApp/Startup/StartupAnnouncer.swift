import AsyncSupport
import ChatModel
import Foundation
import Logging
import MezonClient
import MezonTestGateway
import Synchronization

/// Announces the first connection that is ready: writes the ready files and passes on the summary. Later connections are ignored.
final class StartupAnnouncer: Sendable {
    private let compiled: CompiledConfiguration
    private let gateway: GatewayAccess
    private let dataFolder: String
    private let readyFile: String?
    private let ready: ReadyFile
    private let logger: Logger
    private let announce: @Sendable (StartupSummary) -> Void
    private let hasAnnounced = OneShotFlag()

    /// - Parameters:
    ///   - me: The account of the bot.
    ///   - readyFile: The file that the user asked for; nil for none.
    ///   - announce: Receives the summary for the user.
    init(
        _ compiled: CompiledConfiguration, gateway: GatewayAccess, me: UserID, dataFolder: String, readyFile: String?,
        logger: Logger, announce: @escaping @Sendable (StartupSummary) -> Void
    ) {
        self.compiled = compiled
        self.gateway = gateway
        self.dataFolder = dataFolder
        self.readyFile = readyFile
        self.logger = logger
        self.announce = announce
        ready = ReadyFile(
            gateway: "\(gateway.endpoint)", bot: me, accounts: gateway.local?.accounts.filter { $0.appID != me } ?? [],
            control: gateway.local?.address?.controlURL)
    }

    func connectionReady(_ snapshot: ReadySnapshot) {
        guard hasAnnounced.trySet() else { return }
        for file in [readyFile, gatewayFile].compactMap(\.self) {
            do {
                try ready.write(to: file)
            } catch {
                logger.error("Ready file not written", metadata: ["app.error": "\(error)"])
            }
        }
        announce(
            StartupSummary(
                compiled, gateway: "\(gateway.endpoint)", isLocal: gateway.local != nil, snapshot: snapshot))
    }

    /// Removes the file that names the local gateway, which ends with this process.
    func removeGatewayFile() {
        if let gatewayFile { try? FileManager.default.removeItem(atPath: gatewayFile) }
    }

    private var gatewayFile: String? { gateway.local.map { _ in ReadyFile.path(in: dataFolder) } }
}
