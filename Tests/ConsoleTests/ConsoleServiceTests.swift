import AsyncHTTPClient
import BotConfiguration
import BotKit
import ChatModel
import Foundation
import Logging
import MezonBotApp
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import Testing

@testable import Console

struct ConsoleServiceTests {
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static let commands = AssistantCommands(configuration: "config.yaml", data: "data")

    /// Runs a console on real loopback until the body returns.
    ///
    /// - Parameter body: Receives the service and what it has reported to the status first.
    private static func run(
        _ console: ConsoleHarness, port: Int, _ body: (ConsoleService, [String]) async throws -> Void
    ) async throws {
        var settings = ConsoleSettings()
        settings.listen.port = port
        let (reports, report) = AsyncStream<[String]>.makeStream()
        let source = console.handler.context.access
        let access = ConsoleAccess(
            settings: settings, reader: source.reader, search: source.search, configuration: source.configuration,
            ask: source.ask, metrics: source.metrics, degrade: { report.yield($0) }, time: SystemTime(), logger: quiet)
        let service = ConsoleService(access, registry: BotRegistry([]), version: "1.2.3", commands: commands)
        let group = ServiceGroup(services: [service], logger: quiet)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            var iterator = reports.makeAsyncIterator()
            try await body(service, try #require(await iterator.next()))
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test func `a browser is answered over the network, and a second console says that the address is in use`() async throws {
        let console = try await ConsoleHarness()
        try await Self.run(console, port: 0) { service, problems in
            #expect(problems.isEmpty)
            let address = try #require(URLComponents(string: try service.newAddress(for: nil)))
            let port = try #require(address.port)
            let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/")
            let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
            #expect(answer.status == .unauthorized)
            #expect(answer.headers["content-security-policy"].first?.hasPrefix("default-src 'none'") == true)
            let page = try await String(buffer: answer.body.collect(upTo: 1 << 20))
            #expect(page.contains("mezon-bot console"))
            try await Self.run(console, port: port) { second, problems in
                #expect(problems.first?.contains("the console cannot listen on 127.0.0.1:\(port)") == true)
                #expect(throws: ConsoleError.self) { try second.newAddress(for: nil) }
            }
        }
    }

    @Test func `before it listens it has no address`() async throws {
        let console = try await ConsoleHarness()
        let service = ConsoleService(
            console.handler.context.access, registry: BotRegistry([]), version: "1.2.3", commands: Self.commands)
        #expect(throws: ConsoleError.notListening) { try service.newAddress(for: nil) }
    }
}
