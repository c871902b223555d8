import BotKit
import BotTesting
import ChatModel
import Delivery
import Foundation
import Logging
import MezonProtocol
import ServiceLifecycle
import Storage
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15)))
struct DeliveryServiceTests: DeliveryServiceHarness {
    let testStore: TestStore

    init() async throws {
        testStore = try await TestStore(channels: (1...40).map { Channel(id: ChannelID($0), clan: .test, label: "c\($0)") })
    }

    // Order and limits

    @Test func `a channel's messages are sent in order, one at a time, and channels in parallel`() async throws {
        let sender = sender()
        try await ask((0..<400).map { ("\($0)", ChannelID(Int64($0 % 8 + 1))) })
        try await running(sender) { await sender.wait(forArrivals: 400) }
        for channel in 1...8 {
            #expect(sender.texts(in: ChannelID(Int64(channel))) == (0..<400).filter { $0 % 8 + 1 == channel }.map(String.init))
        }
        #expect(sender.maxInFlight == 1)
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: 400])
    }

    @Test func `a blocked channel does not delay others`() async throws {
        let (held, release) = AsyncStream<Void>.makeStream()
        let sender = sender(gate: { if $0.channel == 1 { for await _ in held {} } })
        try await ask((0..<300).map { ("\($0)", $0 % 2 == 0 ? 1 : 2) })
        try await running(sender) {
            await sender.wait(forArrivals: 150)
            #expect(sender.texts(in: 1) == [])
            #expect(sender.maxChannelsInFlight == 2)
            release.finish()
            await sender.wait(forArrivals: 300)
        }
        #expect(sender.texts(in: 1) == (0..<300).filter { $0 % 2 == 0 }.map(String.init))
    }

    @Test func `sends per second stay within the limit`() async throws {
        let sender = sender()
        try await ask((0..<60).map { ("\($0)", ChannelID(Int64($0 % 5 + 1))) })
        try await running(sender, perSecond: 10) { await whileTimePasses { await sender.wait(forArrivals: 60) } }
        let starts = sender.starts.sorted()
        #expect(starts.count == 60)
        #expect(zip(starts, starts.dropFirst(10)).allSatisfy { $1 - $0 > .seconds(1) })
    }

    @Test func `of the open deliveries of an earlier run, those that history shows count for the limit`() async throws {
        let sender = sender()
        try await ask((1...12).map { ("\($0)", ChannelID(($0 - 1) % 4 + 1)) })
        for number in 1...3 {
            let id = MessageID(Snowflake.floor(of: testStore.time.now) + Int64(number))
            sender.say(.make(text: "\(number)", in: ChannelID(Int64(number)), by: .me, id: id))
        }
        try await running(sender, perSecond: 5) {
            await sender.wait(forArrivals: 2)
            await testStore.time.waitForSleepers()
            #expect(sender.calls == 2)
            await whileTimePasses { await sender.wait(forArrivals: 9) }
        }
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: 12])
    }

    @Test func `without history, all open deliveries of an earlier run count for the limit`() async throws {
        let sender = sender()
        try await ask((1...12).map { ("\($0)", ChannelID(($0 - 1) % 4 + 1)) })
        sender.failHistory(.refused(code: 7, "no"), times: 4)
        try await running(sender, perSecond: 5) {
            await sender.wait(reads: 8)
            await testStore.time.waitForSleepers()
            #expect(sender.calls == 0)
            await whileTimePasses { await sender.wait(forArrivals: 12) }
        }
    }

    @Test(arguments: [UInt64(1), 2])
    func `thousands of random deliveries are sent once and in order`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var expected: [ChannelID: [String]] = [:]
        let requests = (0..<4000).map { number -> (String, ChannelID) in
            // Half of them go to one channel, whose queue overflows.
            let channel = ChannelID(Bool.random(using: &random) ? 1 : Int64.random(in: 2...12, using: &random))
            expected[channel, default: []].append("\(number)")
            return ("\(number)", channel)
        }
        let sender = sender()
        try await ask(Array(requests[..<1000]))
        try await running(sender) {
            var start = 1000
            while start < requests.count {
                let end = min(requests.count, start + Int.random(in: 1...300, using: &random))
                try await ask(Array(requests[start..<end]))
                start = end
            }
            await sender.wait(forArrivals: requests.count)
        }
        for (channel, texts) in expected { #expect(sender.texts(in: channel) == texts) }
        #expect(sender.calls == requests.count)
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: requests.count])
    }

    // Errors

    @Test(arguments: [
        (RecordingSender.Fault.error(.unavailable("busy", retryAfter: nil)), 1), (.error(.ambiguous("silence")), 4),
        (.lostAck, 4),
    ])
    func `a temporary error is retried, and the message arrives once`(fault: RecordingSender.Fault, reads: Int) async throws {
        let sender = failing { $0 <= 3 ? fault : nil }
        try await ask([("a", 1), ("b", 1)])
        try await running(sender) { await whileTimePasses { await sender.wait(forArrivals: 2, reads: reads) } }
        #expect(sender.texts(in: 1) == ["a", "b"])
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: 2])
    }

    @Test func `a delivery waits for the server's retry time`() async throws {
        let sender = failing { $0 == 1 ? .error(.unavailable("slow down", retryAfter: .seconds(42))) : nil }
        try await ask([("a", 1)])
        try await running(sender) {
            await testStore.time.advanceToNextSleeper()
            await sender.wait(forArrivals: 1)
        }
        #expect(sender.starts == [.zero, .seconds(42)])
    }

    @Test(arguments: [Duration.seconds(1 << 50), .seconds(-5), .seconds(Int64.max)])
    func `an absurd retry time neither crashes nor blocks a channel forever`(retryAfter: Duration) async throws {
        let sender = failing { $0 == 1 ? .error(.unavailable("odd", retryAfter: retryAfter)) : nil }
        try await ask([("a", 1)])
        try await running(sender) {
            await whileTimePasses { await sender.wait(forArrivals: 1) }
        }
        #expect((sender.starts.last ?? .zero) <= .seconds(3600))
    }

    @Test func `the server's retry time is kept across a restart`() async throws {
        let sender = failing { $0 == 1 ? .error(.unavailable("slow down", retryAfter: .seconds(42))) : nil }
        try await ask([("a", 1)])
        try await running(sender) {
            await testStore.time.waitForSleepers()
        } ending: {
            await testStore.time.waitForSleepers(2)  // The delivery and the shutdown deadline.
            testStore.time.advance(by: .seconds(5))
        }
        try testStore.restart()
        try await running(sender) {
            await testStore.time.advanceToNextSleeper()
            await sender.wait(forArrivals: 1)
        }
        #expect(sender.starts == [.zero, .seconds(42)])
    }

    @Test func `a refused delivery fails with its reason, and the next one is sent`() async throws {
        let sender = failing { $0 == 1 ? .error(.refused(code: 7, "permission denied")) : nil }
        try await ask([("a", 1), ("b", 1)])
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(sender.texts(in: 1) == ["b"])
        #expect(try await outcomes() == ["failed: the bot may not write in #c1 (permission denied)", "sent"])
    }

    @Test func `a delivery is dead after twelve attempts, and the next one is sent`() async throws {
        let sender = failing { $0 <= 12 ? .error(.unavailable("down", retryAfter: nil)) : nil }
        try await ask([("a", 1), ("b", 1)])
        try await running(sender) {
            await whileTimePasses { await sender.wait(forArrivals: 1) }
        }
        #expect(sender.calls == 13)
        #expect(try await outcomes() == ["dead: given up after 12 attempts: the server is unavailable: down", "sent"])
    }

    @Test func `without a connection no attempt is made or counted`() async throws {
        let sender = failing { $0 == 1 ? .error(.notConnected) : nil }
        sender.disconnect()
        try await ask([("a", 1)])
        try await running(sender) {
            #expect(sender.calls == 0)
            sender.connect()
            await testStore.time.waitForSleepers()  // The connection was reported too early, so the worker pauses.
            testStore.time.advance(by: .milliseconds(100))
            await sender.wait(forArrivals: 1)
        }
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: 1])
    }

    @Test func `a delivery to an unknown channel fails`() async throws {
        let sender = sender()
        try await ask([("a", 99), ("b", 1)])
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(try await outcomes() == ["failed: channel 99 is not known to the bot", "sent"])
    }

    @Test func `without history an unacknowledged send is repeated and counted as unverified`() async throws {
        let sender = failing { $0 == 1 ? .lostAck : nil }
        sender.failHistory(.unavailable("no history", retryAfter: nil))
        try await ask([("a", 1)])
        let pipeline = try await running(sender) {
            await whileTimePasses { await sender.wait(forArrivals: 2) }
        }
        #expect(sender.texts(in: 1) == ["a", "a"])
        #expect(pipeline.unverifiedSends == 2)  // What the previous run had sent was not verifiable either.
    }

    @Test(arguments: [(ResendMode.unverified, 1), (.idempotent, 0)])
    func `without history an unacknowledged send is repeated with the same idempotency key`(
        repetition: ResendMode, unverified: Int
    ) async throws {
        let sender = failing(repetition: repetition) { $0 == 2 ? .lostAck : nil }
        try await ask([("a", 1), ("b", 1)])
        let pipeline = try await running(sender) {
            await whileTimePasses { await sender.wait(forArrivals: 3) }
        }
        #expect(sender.texts(in: 1) == ["a", "b", "b"])
        let keys = sender.arrivals.map(\.idempotencyKey)
        #expect(keys[0] != keys[1] && keys[1] == keys[2])
        // What an earlier run may have sent is not verifiable either.
        #expect(pipeline.unverifiedSends == unverified * 3)
    }

    @Test func `temporarily unavailable history is requested again`() async throws {
        let sender = failing { $0 == 1 ? .lostAck : nil }
        sender.failHistory(.unavailable("try later", retryAfter: nil), times: 3)
        try await ask([("a", 1), ("b", 1)])
        let pipeline = try await running(sender) {
            await whileTimePasses { await sender.wait(forArrivals: 2) }
        }
        #expect(sender.texts(in: 1) == ["a", "b"])
        #expect(pipeline.unverifiedSends == 0)
    }

    @Test func `a lost acknowledgement is settled from history even in a busy channel`() async throws {
        let sender = failing(pageSize: 20) { $0 == 1 ? .lostAck : nil }
        try await ask([("a", 1)])
        try await running(sender) {
            await testStore.time.waitForSleepers()
            for number in 1...100 {
                sender.say(.make(in: 1, id: MessageID(Snowflake.floor(of: testStore.time.now) + Int64(number) << 22)))
            }
            await whileTimePasses { await sender.wait(reads: 7) }  // Six pages contain it, and the seventh shows the end.
        }
        #expect(sender.texts(in: 1) == ["a"])
    }

    @Test func `an unacknowledged send too far back in history is repeated and counted as unverified`() async throws {
        let sender = failing(pageSize: 2) { $0 == 1 ? .lostAck : nil }
        try await ask([("a", 1)])
        let pipeline = try await running(sender) {
            await testStore.time.waitForSleepers()
            for number in 1...300 {
                sender.say(.make(in: 1, id: MessageID(Snowflake.floor(of: testStore.time.now) + Int64(number) << 22)))
            }
            await whileTimePasses { await sender.wait(forArrivals: 2) }
        }
        #expect(pipeline.unverifiedSends == 1)
    }

    // Restarts

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `deliveries sent before a crash are found in history and not sent twice`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let sender = sender()
        let requests = (0..<60).map { ("text \($0 % 3)", ChannelID(Int64($0 % 2 + 1))) }
        try await ask(requests)
        try testStore.restart()
        testStore.time.step(by: .seconds(Int64.random(in: -3600...3600, using: &random)))
        // The previous run sent these and recorded none.
        let arrived = requests.prefix(Int.random(in: 0...60, using: &random))
        for (number, request) in arrived.enumerated() {
            let id = MessageID(Snowflake.floor(of: testStore.time.now) + Int64(number) << 22)
            sender.say(.make(text: request.0, in: request.1, by: .me, id: id))
        }
        try await running(sender) { await sender.wait(forArrivals: 60 - arrived.count, reads: 2) }
        for channel in [ChannelID(1), 2] {
            let expected = requests.dropFirst(arrived.count).filter { $0.1 == channel }.map(\.0)
            #expect(sender.texts(in: channel) == expected)
        }
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: 60])
    }

    @Test func `lost acknowledgements across restarts neither lose nor duplicate messages`() async throws {
        let sender = failing { $0 % 10 == 3 ? .lostAck : nil }
        try await ask((0..<300).map { ("\($0)", ChannelID(Int64($0 % 3 + 1))) })
        for arrivals in [40, 120, 300] {
            try await running(sender, timePasses: true) { await sender.wait(forArrivals: arrivals) }
            try testStore.restart()
        }
        try await running(sender, timePasses: true) { await sender.wait(forArrivals: 300) }
        for channel in 1...3 {
            #expect(sender.texts(in: ChannelID(Int64(channel))) == (0..<300).filter { $0 % 3 + 1 == channel }.map(String.init))
        }
    }

    @Test func `parts sent before a crash are not sent again`() async throws {
        let text = ["a", "b", "c"].map { String(repeating: $0, count: 3000) }.joined(separator: "\n")
        try await ask([(text, 1)])
        let parts = MessageSplitter().parts(of: Draft(text)).map(\.content.text)
        try #require(parts.count == 3)
        try testStore.restart()  // The crash: nothing is recorded, and two of three parts were sent.
        let sender = sender()
        for (number, part) in parts.prefix(2).enumerated() {
            let id = MessageID(Snowflake.floor(of: testStore.time.now) + Int64(number + 1) << 22)
            sender.say(.make(text: part, in: 1, by: .me, id: id))
        }
        try await running(sender) { await sender.wait(forArrivals: 1) }
        #expect(sender.texts(in: 1) == [parts[2]])
    }

    @Test func `a message that a changed middleware made shorter than its sent parts is settled`() async throws {
        let sender = failing { $0 == 2 ? .error(.unavailable("slow down", retryAfter: .seconds(42))) : nil }
        let middleware = SuffixMiddleware(name: "middleware:long", suffix: String(repeating: "x", count: 5000))
        try await ask([("a", 1), ("b", 1)])
        try await running(sender, middleware: { _ in [middleware] }) {
            await testStore.time.waitForSleepers()
        } ending: {
            await testStore.time.waitForSleepers(2)  // The delivery and the shutdown deadline.
            testStore.time.advance(by: .seconds(5))
        }
        try testStore.restart()
        try await running(sender) { await whileTimePasses { await sender.wait(forArrivals: 2) } }
        #expect(try await outcomes() == ["sent", "sent"])
    }

    @Test func `a reaction does not make an earlier message match the next delivery`() async throws {
        let sender = sender()
        try await ask([("same", 1)])
        try await ask([.react("👍", message: 7, author: 101)], in: 1)
        try await running(sender) { await sender.wait(forArrivals: 2) }
        try await ask([("same", 1)])
        try testStore.restart()
        try await running(sender) { await sender.wait(forArrivals: 3) }
        #expect(sender.texts(in: 1) == ["same", "same"])
    }

    @Test func `a graceful shutdown sends due deliveries and leaves the rest open`() async throws {
        let (held, release) = AsyncStream<Void>.makeStream()
        let sender = sender(gate: { outgoing in
            guard outgoing.draft == "stuck" else { return }
            // Completes only after the service has given it up.
            await withTaskCancellationHandler {
                await Task { for await _ in held {} }.value
            } onCancel: {
                release.finish()
            }
        })
        try await ask((0..<50).map { ("\($0)", 2) } + [("stuck", 1), ("behind", 1)])
        try await running(sender) {
            await sender.wait(forArrivals: 50)
        } ending: {
            await testStore.time.waitForSleepers()
            testStore.time.advance(by: .seconds(5))
        }
        let open = try await testStore.store.outbox.openDeliveries(after: 0, limit: 10)
        #expect(open.map { (try? ResolvedActionCodec.outgoing($0.payload))?.draft }.last == "behind")
        #expect(!sender.texts(in: 1).contains("behind"))
    }

    // Middleware

    private struct SuffixMiddleware: DeliveryMiddleware {
        let name: String
        var verdict = Verdict.pass
        var suffix = ""
        var isBroken = false

        func precheck(_ outgoing: ResolvedAction) -> Verdict { verdict }
        func prepare(_ outgoing: ResolvedAction, of cause: Int64) async throws -> ResolvedAction {
            if isBroken { throw SendError.notConnected }
            var outgoing = outgoing
            outgoing.draft?.content.text += suffix
            return outgoing
        }
    }

    @Test(arguments: [
        ([], ["a"], "sent"),
        (
            [SuffixMiddleware(name: "middleware:one", suffix: "1"), SuffixMiddleware(name: "middleware:two", suffix: "2")],
            ["a12"], "sent"
        ),
        (
            [SuffixMiddleware(name: "middleware:read_only", verdict: .drop("only reading here"))], [],
            "skipped: middleware:read_only: only reading here"
        ),
        (
            [SuffixMiddleware(name: "middleware:read_only", verdict: .skip("not now"))], [],
            "skipped: middleware:read_only: not now"
        ),
        ([SuffixMiddleware(name: "middleware:broken", isBroken: true)], [], "failed: middleware:broken: not connected"),
        (
            [SuffixMiddleware(name: "middleware:long", suffix: String(repeating: "x", count: 50_000))], [],
            "failed: the text does not fit into 10 messages"
        ),
    ])
    private func `delivery middleware changes a message or drops it for a reason`(
        middleware: [SuffixMiddleware], texts: [String], outcome: String
    )
        async throws
    {
        let sender = sender()
        try await ask([("a", 1), ("after", 2)])
        try await running(sender, middleware: { $0 == 1 ? middleware : [] }) {
            await sender.wait(forArrivals: texts.count + 1)
        }
        #expect(sender.texts(in: 1) == texts)
        #expect(try await outcomes().first == outcome)
    }

    @Test func `a long text is split, and only its first part is a reply`() async throws {
        let text = String(repeating: "word ", count: 2000)
        let question = Reference(message: 7, sender: 101)
        let sender = sender()
        try await ask([.send(Draft(text), answering: question, topic: 9)], in: 1)
        try await running(sender) { await sender.wait(forArrivals: 3) }
        let requests = sender.arrivals.map(\.outgoing.request)
        #expect(sender.texts(in: 1).joined() == text)
        #expect(
            requests.map { if case .send(_, let reference, let topic) = $0 { "\(reference?.message ?? 0) \(topic)" } else { "" } }
                == ["7 9", "0 9", "0 9"])
        #expect(try await testStore.store.outbox.deliveryCounts() == [.sent: 1])
    }
}
