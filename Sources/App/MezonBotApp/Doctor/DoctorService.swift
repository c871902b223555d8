import BotConfiguration
package import ChatModel
import ConnectorKit
package import Logging
import MezonClient

/// Checks the bot's permissions against the requirements of its configuration. It only reads from the server and changes nothing.
package struct DoctorService: Sendable {
    private let compiled: CompiledConfiguration
    private let folder: String
    private let time: any TimeSource
    private let logger: Logger
    private let timeout: Duration

    /// - Parameters:
    ///   - compiled: A configuration whose tests pass.
    ///   - dataFolder: The data directory; nil for that of the configuration.
    ///   - timeout: The time after which a gateway counts as unresponsive.
    package init(
        _ compiled: CompiledConfiguration, dataFolder: String?, time: any TimeSource, logger: Logger,
        timeout: Duration = .seconds(7)
    ) {
        self.compiled = compiled
        folder = dataFolder ?? compiled.configuration.store.path
        self.time = time
        self.logger = logger
        self.timeout = timeout
    }

    /// Runs all checks in a fixed order and reports each finding. A failed request is a finding too.
    ///
    /// An unresponsive gateway costs seconds, not minutes, because it is not contacted again after the first call.
    /// - Throws: `GatewayError` if the local gateway cannot start; `CancellationError`.
    package func run(_ note: (DoctorFinding) -> Void) async throws {
        note(DoctorFinding(.good, "the configuration is valid; rule tests passed: \(compiled.testCount)"))
        compiled.programFindings().forEach(note)
        StorageProbe(folder: folder, time: time).findings().forEach(note)
        try await DatabaseFileCheck(folder: folder).findings().forEach(note)
        if let server = compiled.configuration.store.server {
            try await DatabaseServerCheck(server: server, time: time).findings().forEach(note)
        }
        for connection in compiled.configuration.connections {
            for finding in await compiled.connectors.check(connection) {
                note(DoctorFinding(finding.isGood ? .good : .bad, "\(connection.name): \(finding.text)", advice: finding.advice))
            }
        }
        let gateway = try await GatewayAccess(compiled.configuration.bot, timeout: timeout, time: time, logger: logger)
        var errors = FirstError(logger: logger)
        await errors.catching { try await visit(gateway, note) }
        await errors.catching(gateway.close)
        try errors.rethrow()
    }

    private func visit(_ gateway: GatewayAccess, _ note: (DoctorFinding) -> Void) async throws {
        if gateway.local != nil {
            note(
                DoctorFinding(
                    .warning, "the following results come from the local gateway, not from Mezon",
                    advice:
                        "to check against Mezon, set MEZON_BOT_ID and MEZON_BOT_TOKEN (see Documentation/DeveloperPortal.md) and remove bot.gateway"
                ))
        }
        let (client, endpoint) = (gateway.client, gateway.endpoint)
        let me: UserID
        do {
            me = try await client.sessions.session().userID
        } catch let error as SessionError {
            return note(DoctorFinding(.bad, "\(endpoint): \(error)", advice: Self.advice(on: error)))
        }
        note(DoctorFinding(.good, "logged in to \(endpoint) as user \(me)"))
        let rateLimiter = ReadRateLimiter(perSecond: compiled.isLocal ? nil : 1, time: time)
        do {
            try await rateLimiter.wait()
            note(.clock(try await client.clock()))
            var survey = ServerSurvey(compiled, reader: ClanReader(client: client, rateLimiter: rateLimiter), me: me)
            try await survey.run(note)
        } catch let error as SessionError {
            note(DoctorFinding(.bad, "\(error)", advice: "the remaining checks were skipped; try again"))
        }
    }

    private static func advice(on error: SessionError) -> String {
        switch error {
        case .refused: "check MEZON_BOT_ID and MEZON_BOT_TOKEN; Documentation/DeveloperPortal.md says where they come from"
        case .unreachable, .timedOut: "check bot.gateway and this machine's network"
        case .unavailable, .callRefused: "try again later"
        case .badResponse, .responseTooLarge: "check bot.gateway: the response is not from a Mezon gateway"
        }
    }
}
