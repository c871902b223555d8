import BotConfiguration
package import BotKit
package import ChatModel
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
package import MezonBotApp
import NIOCore
import ServiceLifecycle
import Synchronization

/// The web console: an HTTP server on which operators see what the bot does and act on it.
///
/// If it cannot listen, the application continues without it and its status says why.
package final class ConsoleService: ApplicationConsole {
    private enum State {
        case idle
        case listening(RequestHandler)
        case failed(ConsoleError)
    }

    private let access: ConsoleAccess
    private let registry: BotRegistry
    private let version: String
    private let commands: AssistantCommands
    private let limits: ConsoleLimits
    private let sessions: SessionStore
    private let assistants: AssistantSessions
    private let feed: JournalFeed
    private let runner: ConsoleRunner
    private let rooms: ChatRooms
    private let state = Mutex(State.idle)

    /// - Parameters:
    ///   - registry: The bots of the build, which the console lists.
    ///   - version: The version of the build.
    ///   - commands: The commands that the tools of assistants run.
    package convenience init(_ access: ConsoleAccess, registry: BotRegistry, version: String, commands: AssistantCommands) {
        self.init(access, registry: registry, version: version, commands: commands, limits: ConsoleLimits())
    }

    init(
        _ access: ConsoleAccess, registry: BotRegistry, version: String = "", commands: AssistantCommands, limits: ConsoleLimits
    ) {
        self.access = access
        self.registry = registry
        self.version = version
        self.commands = commands
        self.limits = limits
        sessions = SessionStore(time: access.time)
        assistants = AssistantSessions(time: access.time)
        feed = JournalFeed(reader: access.reader, limits: limits, time: access.time, logger: access.logger)
        rooms = ChatRooms(access.chat, time: access.time)
        runner = ConsoleRunner(time: access.time, logger: access.logger)
    }

    package func newAddress(for clans: Set<ClanID>?) throws -> String {
        switch state.withLock({ $0 }) {
        case .listening(let handler):
            let token = sessions.newAddressToken(for: clans.map(ClanScope.clans) ?? .everything)
            return "\(handler.origins.address)/open/\(token.text)"
        case .idle: throw ConsoleError.notListening
        case .failed(let error): throw error
        }
    }

    /// Runs until graceful shutdown.
    package func run() async throws {
        do {
            try await serve()
        } catch is CancellationError {
            return
        } catch {
            let failure =
                error as? ConsoleError ?? .cannotListen(address: "\(access.settings.listen)", reason: Self.reason(error))
            state.withLock { $0 = .failed(failure) }
            access.degrade(["\(failure)"])
            access.logger.error("Console not available", metadata: ["console.error": "\(failure)"])
            do { try await gracefulShutdown() } catch {}  // Nothing remains to do; the application continues without it.
        }
    }

    private func serve() async throws {
        let (address, limits) = (access.settings.listen, limits)
        let basePath = access.settings.published?.path ?? ""
        let responder = CallbackResponder<ConsoleRequestContext> { [self] request, context in
            guard case .listening(let handler) = state.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
            return await handler.respond(to: request, context)
        }
        let log = Logger(label: "console") { _ in SwiftLogNoOpLogHandler() }
        let connections = OpenConnections(limit: limits.connections)
        let server = Hummingbird.Application(
            responder: responder,
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [
                        ConnectionLimitHandler(connections),
                        RequestDeadlineHandler(limit: limits.requestTime) {
                            Route.maxBodyBytes(ofPath: String($0.prefix { $0 != "?" }), basePath: basePath)
                        },
                    ],
                    idleTimeout: TimeAmount(limits.idleTime),
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes,
                        maxHeaderFieldCount: limits.headers))),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host == "localhost" ? "127.0.0.1" : address.host, port: address.port),
                // Closing a connection for another one takes a moment, in which both are open.
                availableConnectionsDelegate: MaximumAvailableConnections(2 * limits.connections, logger: log)),
            onServerRunning: { [self] channel in
                do {
                    let found = try self.handler(port: channel.localAddress?.port ?? address.port)
                    state.withLock { $0 = .listening(found) }
                    access.degrade([])
                    access.logger.info("Console listening", metadata: ["console.address": "\(found.origins.address)"])
                } catch {
                    access.degrade(["\(error)"])
                    state.withLock { $0 = .failed(.badResource("\(error)")) }
                }
            },
            logger: log)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask { [feed] in try await feed.run() }
            group.addTask { [runner] in await cancelWhenGracefulShutdown { await runner.run() } }
            group.addTask { [rooms] in await rooms.run() }
            group.addTask { [feed, runner, rooms, assistants] in
                // Streams would otherwise keep the server open.
                try await gracefulShutdown()
                feed.finish()
                runner.finish()
                rooms.finish()
                await assistants.finish()
            }
            try await group.next()
            feed.finish()
            runner.finish()
            rooms.finish()
            await assistants.finish()
            try await group.waitForAll()
        }
    }

    private func handler(port: Int) throws -> RequestHandler {
        let origins = AllowedOrigins(access.settings, port: port)
        let context = ConsoleContext(access: access, registry: registry)
        return RequestHandler(
            context: context, origins: origins, sessions: sessions,
            notices: PendingNotices(), renderer: try PageRenderer(basePath: origins.basePath), feed: feed,
            activity: RuleActivity(reader: access.reader, time: access.time),
            metrics: MetricsEndpoint(access.settings, MetricsCache(context, version: version, feed: feed)),
            assistants: AssistantEndpoint(
                access.settings.assistants, commands, sessions: assistants, version: version, time: access.time,
                logger: access.logger),
            runner: runner,
            rooms: rooms, fixtures: FixtureMaker(time: access.time), whyNot: WhyNotFinder(time: access.time),
            cookies: ConsoleCookies(port: port, origins),
            logger: access.logger)
    }

    private static func reason(_ error: any Error) -> String {
        (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
    }
}
