import AsyncSupport
import BotKit
import BotTesting
import ConnectorKit
import Foundation
import Logging
import MezonClient
import Synchronization
import Testing

@testable import MezonBotApp

@Suite(.timeLimit(.minutes(15)))
struct TypingIndicatorServiceTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Answers `slow` when the gate is open.
    private struct Slow: Bot {
        static let gate = AsyncGate()
        static let manifest = Manifest("slow", needs: [.reply])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            if message.text == "slow" { try await Self.gate.waitUntilOpen() }
            return [.reply("done")]
        }
    }

    @Test func `a slow bot shows a typing indicator and read receipts, which are not journaled`() async throws {
        let config = "bot: { gateway: local, read_receipts: true }\nbots: { slow: { enabled_in: [general] } }"
        try await LiveApplication.run([Slow.self], config: config) { (live: LiveApplication) async throws in
            #expect(try await live.answer(to: "quick") == "done")
            #expect(try await live.state()["typing"]?.integer == 0)
            try await live.guest.say("slow", in: live.channel)
            while try await live.state()["typing"]?.integer != 1 {}
            Slow.gate.open()
            #expect(await live.next() == "done")
            let last = try await live.guest.say("quick", in: live.channel)
            #expect(await live.next() == "done")
            // The receipt is sent concurrently with the answer.
            while try await !"\(live.state()["seen"] ?? .null)".contains("\(last)") {}
            // Indicators of other users reach this application, too.
            try await live.guest.showTyping(in: live.channel)
            #expect(try await live.answer(to: "quick") == "done")
            #expect(try await live.state()["typing"]?.integer == 2)
            let kinds = try await live.kinds()
            #expect(Set(kinds) == ["system-started", "message"])
        }
    }

    @Test func `read receipts are off by default`() async throws {
        try await LiveApplication.run([Slow.self], config: "bots: { slow: { enabled_in: [general] } }") {
            (live: LiveApplication) async throws in
            #expect(try await live.answer(to: "quick") == "done")
            #expect(try await live.state()["seen"] == .array([]))
        }
    }

    @Test func `the newest message of each channel is marked as read within the rate limit`() async throws {
        let time = ManualTime()
        let marked = Mutex<[String]>([])
        let receipts = ReadReceiptService(rateLimiter: ReadRateLimiter(perSecond: 1, time: time), logger: Self.logger) {
            message, channel in
            marked.withLock { $0.append("\(channel):\(message)") }
        }
        func arrival(_ id: MessageID, in channel: ChannelID, by author: Author = .an) -> ReceivedEvent {
            ReceivedEvent(frame: [], event: .message(.make(in: channel, by: author, id: id)), receivedAt: time.now)
        }
        receipts.note([arrival(1, in: 7), arrival(3, in: 7), arrival(2, in: 7), arrival(9, in: 7, by: .me)], me: Author.me.id)
        receipts.note([arrival(5, in: 8), arrival(6, in: 9, by: .me)], me: Author.me.id)
        let running = Task { try await receipts.run() }
        await time.waitForSleepers()
        #expect(marked.withLock { $0 } == ["7:3"])
        time.advance(by: .seconds(2))
        while marked.withLock({ $0.count }) < 2 { await Task.yield() }
        #expect(marked.withLock { $0 } == ["7:3", "8:5"])
        running.cancel()
        try await running.value
    }
}
