import BotTesting
import Synchronization
import Testing

@testable import BotKit

struct BotInvocationReadingTests {
    private struct Insatiable: Bot {
        static let manifest = Manifest("insatiable", needs: [.reply])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            var count = 0
            do {
                while true {
                    _ = try await context.history()
                    count += 1
                }
            } catch let failure as ContextReadError {
                return [.reply("\(count): \(failure)")]
            }
        }
    }

    @Test func `the amount that a bot may read about one event is limited`() async throws {
        let long = Message.make(text: String(repeating: "x", count: 1 << 20))
        let asked = Mutex(0)
        let runtime = BotRuntime(ask: { _ in
            asked.withLock { $0 += 1 }
            return .messages([long])
        })
        let bot = BotHandler(Insatiable(options: .init()), runtime: runtime)
        #expect(try await bot.says("go", 1) == [.reply("4: it has read more than 4 MiB for one event")])
        #expect(asked.withLock { $0 } == 4)
    }
}
