import BotTesting
import Testing

@testable import BotKit

@Suite(.timeLimit(.minutes(5)))
struct TimeBudgetTests {
    private let time = ManualTime()

    @Test func `waiting time is not counted toward a bot's time budget`() async throws {
        let budget = TimeBudget(.seconds(10), time)
        time.advance(by: .seconds(4))
        await budget.wait {
            time.advance(by: .seconds(20))
            #expect(budget.status == .lasting(.seconds(6)))
        }
        #expect(budget.waited == .seconds(20))
        #expect(budget.status == .lasting(.seconds(6)))
        time.advance(by: .seconds(6))
        #expect(budget.status == .spent)
    }

    @Test func `concurrent waits are counted once`() async {
        let budget = TimeBudget(.seconds(10), time)
        await budget.wait {
            time.advance(by: .seconds(1))
            await budget.wait { time.advance(by: .seconds(1)) }
            time.advance(by: .seconds(1))
        }
        #expect(budget.waited == .seconds(3))
    }

    @Test func `waiting has its own limit and is checked periodically`() async {
        let budget = TimeBudget(.seconds(10), time)
        time.advance(by: .milliseconds(9990))
        await budget.wait {
            #expect(budget.status == .lasting(.milliseconds(100)))
            time.advance(by: .milliseconds(29_999))
            #expect(budget.status == .lasting(.milliseconds(100)))
            time.advance(by: .milliseconds(1))
            #expect(budget.status == .neglected(LockTimeoutError(limit: .seconds(30))))
        }
        #expect(budget.status == .lasting(.milliseconds(10)))
    }

    private struct Quiet: Bot {
        static let manifest = Manifest("quiet", needs: [.reply])
        let options: NoOptions
    }

    @Test(arguments: [
        (LockTimeoutError(limit: .seconds(30)) as any Error, false), (StateError.tooLarge(bytes: 300_000), false),
        (StateError.notAnObject, true), (CancellationError(), true),
    ])
    func `a failure outside the bot's control does not suspend it`(error: any Error, isItsOwn: Bool) {
        let room = BotSupervisor(time: time)
        let bot = BotHandler(Quiet(options: .init()), runtime: BotRuntime(supervisor: { _ in room }))
        let message = Message.make()
        for sequence in 1...10 as ClosedRange<Int64> {
            let occasion = EventContext(now: message.createdAt, me: 900, isLate: false, sequence: sequence)
            guard case .awaiting(_, let end) = bot.handle(.message(message), in: occasion) else {
                Issue.record("it does not take part")
                return
            }
            end(.failure(error))
        }
        let next = InvocationRecord.Name(sequence: 11, author: "bot:quiet")
        #expect((room.refusal(of: next, in: InvocationPlace(clan: .test)) != nil) == isItsOwn)
    }
}
