import BotConfiguration
import BotKit
import BotTesting
import Delivery
import EventProcessing
import Foundation
import MezonClient
import MezonProtocol
import ServiceLifecycle
import Storage
import Testing

@testable import MezonBotApp

/// Tests requests that a process leaves open and another one sends.
@Suite(.timeLimit(.minutes(5))) struct WebRequestSenderTests {
    private let testStore: TestStore

    init() async throws { testStore = try await TestStore() }

    private func sender(_ server: ScriptedWebServer, key: String? = nil) throws -> WebRequestSender {
        let config = """
            version: 1
            bot: { gateway: local }
            bots: { asker: { enabled_in: all, http: { allow_private: ["\(server.base)"] }, config: { key: "${env:KEY}" } } }

            """
        let loaded = ConfigurationLoader(environment: key.map { ["KEY": $0] } ?? [:], formats: []).load(
            texts: ["config.yaml": config], root: "config.yaml")
        let configuration = try #require(loaded.configuration, "\(loaded.diagnostics)")
        return WebRequestSender(
            configuration, web: WebFetcher(configuration.httpAccess, time: SystemTime(), logger: testStore.logger),
            clan: { _ in .test }, time: testStore.time)
    }

    private func ask(_ request: WebRequest) async throws {
        let store = try testStore.store
        let message = Message.make(text: "?")
        try await store.journal.append([.make(message)])
        let sequence = try #require(try await store.journal.entriesWithoutTurn(after: 0, limit: 100).last?.sequence)
        let outgoing = try #require(ResolvedAction(.request(request), for: .message(message)))
        let delivery = NewDelivery(
            author: "bot:asker", ordinal: 0, destination: outgoing.channel, payload: try ResolvedActionCodec.bytes(outgoing))
        try await store.turns.commit([Turn(sequence: sequence, trace: Trace(), deliveries: [delivery])])
    }

    private func running(_ sender: any Sender, _ body: () async throws -> Void) async throws {
        let service = DeliveryService(
            store: try testStore.store, me: Author.me.id, perSecond: nil, time: testStore.time, random: SplitMix64(seed: 1),
            logger: testStore.logger, sender: { _ in sender }, middleware: { _ in [] }, noteFailure: { _, _, _ in nil })
        let group = ServiceGroup(configuration: .init(services: [.init(service: service)], logger: testStore.logger))
        async let outcome: Void = group.run()
        try await body()
        await group.triggerGracefulShutdown()
        // The deadline of the shutdown, if a request is under way.
        let deadline = Task { [time = testStore.time] in await time.advanceToNextSleeper() }
        try await outcome
        deadline.cancel()
    }

    private func responses() async throws -> [WebResponse] {
        try await testStore.store.reader.lines(after: 0, limit: 100).compactMap {
            if case .system(.response(let response)) = $0.entry.event { response } else { nil }
        }
    }

    @Test func `a request without a response is sent again after a restart, under the same key`() async throws {
        let server = try await ScriptedWebServer([.silence, .page(200, "yes")])
        try await ask(try WebRequest("ask", .post, server.base + "/ask", .form(["a": "b c"]), note: 7))
        try await running(try sender(server)) { _ = await server.next() }
        #expect(try await responses().isEmpty)
        try testStore.restart()
        try await running(try sender(server)) {
            _ = await server.next()
            while try await responses().isEmpty { await Task.yield() }
        }
        let response = try #require(try await responses().first)
        #expect(response.author == "bot:asker")
        #expect(response.success?.text == "yes")
        #expect(try response.note(as: Int.self) == 7)
        #expect(server.requests.map(\.body) == ["a=b%20c", "a=b%20c"])
        #expect(Set(server.requests.map { $0.headers["idempotency-key"] }).count == 1)
        try await server.stop()
    }

    @Test func `a request whose secret is not configured is not sent`() async throws {
        let server = try await ScriptedWebServer([.page(200, "yes")])
        let key = Secret("x", reference: "${env:GONE}")
        try await ask(try WebRequest("ask", .get, server.base + "/", headers: ["X-Key": "\(key)"]))
        try await running(try sender(server)) {
            while try await responses().isEmpty { await Task.yield() }
        }
        #expect(try await responses().map(\.failure) == ["the secret in the header 'X-Key' is not configured"])
        #expect(server.requests.isEmpty)
        try await server.stop()
    }

    @Test func `a response that does not end is given up`() async throws {
        let server = try await ScriptedWebServer([.endless])
        try await ask(try WebRequest("ask", .get, server.base + "/", timeout: .milliseconds(100), attempts: 1))
        try await running(try sender(server)) {
            while try await responses().isEmpty { await Task.yield() }
        }
        let failure = try #require(try await responses().first?.failure)
        #expect(failure.hasPrefix("given up after 1 attempts"))
        try await server.stop()
    }
}
