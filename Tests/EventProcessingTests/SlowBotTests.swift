import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonProtocol
import Testing

@testable import EventProcessing
@testable import Storage

/// A bot with a command that queries a slow host.
@Suite(.timeLimit(.minutes(5)))
struct SlowBotTests {
    private struct Asking: Bot {
        struct State: BotState { var count = 0 }
        static let manifest = Manifest("asking", needs: [.reply])
        let options: NoOptions
        private let countBegan: @Sendable () -> Void

        init(options: NoOptions) { self.init {} }
        init(countBegan: @escaping @Sendable () -> Void) { (options, self.countBegan) = (NoOptions(), countBegan) }

        var commands: [Command<Self>] {
            Command("look", cooldown: .seconds(5)) { context in
                [.reply(Draft(try await context.http.get("https://slow.test/").text))]
            }
            Command("count", cooldown: .seconds(5)) { context in
                countBegan()
                let count = try await context.state(.global).update { state in
                    state.count += 1
                    return state.count
                }
                _ = try await context.http.get("https://slow.test/")
                return [.reply("\(count)")]
            }
            Command("quick", cooldown: .seconds(5)) { _ in [.reply("quick")] }
        }
    }

    private let time = ManualTime()
    private let processor: EventProcessor
    /// An element for each begun `count`.
    private let begun: AsyncStream<Void>

    init() {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        self.begun = begun
        let room = BotSupervisor(time: time)
        let runtime = BotRuntime(
            ask: { [time] question in
                guard case .http = question else { return .member(nil) }
                do {
                    try await time.sleep(for: .seconds(5))
                } catch {
                    return .failed("\(error)")
                }
                return .http(.response(HTTPResponse("at last")))
            }, supervisor: { _ in room })
        let bot = BotHandler(Asking { begin.yield() }, runtime: runtime)
        processor = EventProcessor(
            me: Author.me.id, time: time, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { _, _ in [bot] }
    }

    @Test func `slow commands do not delay a user in another channel`() async {
        let slow = (1...3).map { says("*look", number: $0) }
        await time.waitForSleepers(4)  // The request of each, and the deadlines.
        #expect(await says("*quick", number: 4).value == ["quick"])
        time.advance(by: .seconds(5))
        for turn in slow { #expect(await turn.value == ["at last"]) }
        #expect(await says("*quick", number: 5).value == ["quick"])
    }

    @Test func `waiting for a state lock is not counted toward the deadline`() async {
        let (turns, turn) = AsyncStream<[String]>.makeStream()
        var results = turns.makeAsyncIterator()
        for number in 1...4 {
            let saying = says("*count", number: number)
            Task { turn.yield(await saying.value) }
        }
        var starts = begun.makeAsyncIterator()
        for _ in 1...4 { await starts.next() }
        // The bot has one thread: when it answers, the last one waits for the lock.
        #expect(await says("*quick", number: 6).value == ["quick"])
        var answers: [[String]] = []
        for _ in 1...4 {
            await time.waitForSleepers(2)  // The deadlines, and one request.
            time.advance(by: .seconds(5))
            if let answer = await results.next() { answers.append(answer) }
        }
        #expect(answers == [["1"], ["2"], ["3"], ["4"]])
        #expect(await says("*quick", number: 5).value == ["quick"])
    }

    /// Sends a message in a channel of its own and returns the answers and failures.
    private func says(_ text: String, number: Int) -> Task<[String], Never> {
        let message = Message.make(
            text: text, in: ChannelID(Int64(200 + number)), by: Author(id: UserID(Int64(100 + number)), username: "user"))
        let incoming = NewEntry.make(message)
        let entry = Entry(
            sequence: Int64(number), receivedAt: time.now, kind: incoming.event.kind, clan: message.clan,
            channel: message.channel,
            message: message.id, isLate: false, isOwn: false, frame: incoming.frame)
        return Task { [processor] in
            let turn = await processor.turn(for: entry)
            let said = turn.deliveries.compactMap { try? ResolvedActionCodec.outgoing($0.payload).draft?.content.text }
            return said + turn.trace.steps.filter { $0.what == Trace.failed }.map(\.why)
        }
    }
}
