import BotKit
import BotTesting
import Testing

/// Counts cups of tea: `*tea`, `*tea 2`.
struct TeaCounter: Bot {
    struct State: BotState {
        var cups: [UserID: Int] = [:]
    }

    static let manifest = Manifest("tea", "Counts cups of tea.", needs: [.reply])
    let options: NoOptions

    var commands: [Command<Self>] {
        Command("tea", "Count cups of tea", vi: "Đếm số tách trà") { (context, cups: Int?) in
            let total = try await context.state(.clan).update { state in
                state.cups[context.user, default: 0] += cups ?? 1
                return state.cups[context.user, default: 0]
            }
            return [.reply("Cups of tea: \(total)")]
        }
    }
}

/// Takes orders for lunch: `*lunch`.
struct Lunch: Bot {
    enum Dish: String, Choice { case pho, bun, com }

    struct State: BotState {
        var orders: [UserID: String] = [:]
    }

    static let manifest = Manifest("lunch", "Takes orders for lunch.", needs: [.reply])
    let options: NoOptions

    var commands: [Command<Self>] {
        Command.dialogue("lunch", "Order lunch", vi: "Đặt bữa trưa") { dialogue in
            let dish = try await dialogue.choose("Which dish?", Dish.self)
            let portions = try await dialogue.ask("How many portions?", as: Int.self, in: 1...9)
            guard try await dialogue.confirm("\(portions) × \(dish.rawValue)?") else {
                return [.reply("Nothing was ordered.")]
            }
            let orders = try await dialogue.once { context in
                try await context.state(.channel).update { state in
                    state.orders[dialogue.user] = "\(portions) × \(dish.rawValue)"
                    return state.orders.count
                }
            }
            return [.reply("Ordered. Orders so far: \(orders)")]
        }
    }
}

/// Tests the examples of the article "State and dialogues".
struct StateAndDialoguesTests {
    @Test func `tea is counted for each user of a clan`() async throws {
        let clan = try await TestClan(TeaCounter.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        #expect(try await an.says("*tea") == [.reply("Cups of tea: 1")])
        #expect(try await binh.says("*tea 2") == [.reply("Cups of tea: 2")])
        #expect(try await an.says("*tea 3", in: "random") == [.reply("Cups of tea: 4")])
    }

    @Test func `an order that is not confirmed is not stored`() async throws {
        let clan = try await TestClan(Lunch.self)
        let an = clan.user("an")
        try await an.says("*lunch")
        try await an.presses("bun")
        try await an.says("1")
        #expect(try await an.presses("No").last == .reply("Nothing was ordered."))
    }
}
