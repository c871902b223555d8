import BotKit
import Foundation
import Synchronization
import Testing

@testable import BotTesting

@Suite(.timeLimit(.minutes(15)))
struct ShuffledSchedulerTests {
    /// Replies with the results of several tasks, in the order of completion or sorted.
    private struct Gatherer: Bot {
        static let manifest = Manifest("gatherer", needs: [.reply])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            let found = try await withThrowingTaskGroup(of: String.self) { group in
                for name in ["a", "b", "c", "d", "e"] {
                    group.addTask {
                        _ = try await context.member(message.author.id)
                        return name
                    }
                }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            return [.reply(Draft((message.text == "sorted" ? found.sorted() : found).joined()))]
        }
    }

    private func answers(to text: String, seeds: Range<UInt64>) async throws -> [String] {
        var answers: [String] = []
        for seed in seeds {
            let clan = try await TestClan(Gatherer.self, shuffling: seed)
            guard case .reply(let draft)? = try await clan.user("an").says(text).first else { continue }
            answers.append(draft.content.text)
        }
        return answers
    }

    @Test func `an answer that depends on task order is detected`() async throws {
        let asTheyCome = try await answers(to: "as they come", seeds: 0..<10)
        #expect(Set(asTheyCome).count > 3 && asTheyCome.allSatisfy { $0.sorted() == ["a", "b", "c", "d", "e"] })
        #expect(try await answers(to: "sorted", seeds: 0..<10) == Array(repeating: "abcde", count: 10))
    }

    @Test func `the same seed yields the same task order`() async {
        let first = await order(seed: 1)
        #expect(first.sorted() == Array(0..<20) && first != Array(0..<20))
        #expect(await order(seed: 1) == first)
        #expect(await order(seed: 2) != first)
    }

    /// Returns the order in which twenty jobs, enqueued by a first one, ran.
    private func order(seed: UInt64) async -> [Int] {
        let order = ShuffledScheduler(seed: seed)
        let ran = Mutex<[Int]>([])
        return await withCheckedContinuation { done in
            order.add {
                for number in 0..<20 {
                    order.add {
                        let all = ran.withLock {
                            $0.append(number); return $0
                        }
                        if all.count == 20 { done.resume(returning: all) }
                    }
                }
            }
        }
    }

    @Test func `a clan with shuffled tasks keeps its guarantees`() async throws {
        for seed in UInt64(0)..<5 {
            let clan = try await TestClan(Gatherer.self, shuffling: seed)
            clan.fail(send: 1, with: .lostAcknowledgement)
            await clan.fail(commit: 1)
            let an = clan.user("an")
            try await an.says("sorted")
            try await an.says("sorted", in: "random")
            try await clan.advance(by: .seconds(60))
            try await clan.restart(losing: .uncommitted)
            #expect(try clan.messages().map(\.text) == ["sorted", "abcde"])
            #expect(try clan.messages(in: "random").map(\.text) == ["sorted", "abcde"])
        }
    }
}
