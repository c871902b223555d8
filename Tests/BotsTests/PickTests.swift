import BotKit
import Testing

@testable import Bots

struct PickTests {
    @Test func `pick chooses one of the options, each with a chance`() async throws {
        var seen: Set<[Action]> = []
        for seed: UInt64 in 0..<60 {
            seen.insert(
                try #require(try await answer(of: Pick(options: .init()), to: "*pick phở | bún chả |cơm tấm | ", seed: seed)))
        }
        #expect(seen == [[.reply("phở")], [.reply("bún chả")], [.reply("cơm tấm")]])
    }

    @Test(arguments: ["*pick a", "*pick |", "*pick a |  |"]) func `pick requires two or more options`(text: String) async throws {
        let actions = try await answer(of: Pick(options: .init()), to: text)
        #expect("\(actions ?? [])".contains("write two or more items"))
    }
}
