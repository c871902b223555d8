import BotKit
import BotTesting
import Testing

/// Recipes of Documentation/Cookbook.md about buttons, forms and dialogues.
@Suite(.timeLimit(.minutes(5)))
struct ComponentRecipes {
    struct Lamp: Bot {
        static let manifest = Manifest("lamp", "A lamp with two buttons.", needs: [.reply, .edit])
        static let set = Route<Bool>("set")
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("lamp", "Show the lamp") { context in [.reply(try Self.draft(isOn: false))] }
        }

        var presses: [Press<Self>] {
            Press(Self.set) { (context, isOn) in [.edit(try Self.draft(isOn: isOn))] }
        }

        static func draft(isOn: Bool) throws -> Draft {
            try Draft(isOn ? "💡" : "🌑").adding(set.button("On", true)).adding(set.button("Off", false))
        }
    }

    @Test func `a button changes its message, also after a restart`() async throws {
        let clan = try await TestClan(Lamp.self)
        try await clan.user("an").says("*lamp")
        try await clan.restart()
        try await clan.user("binh").presses("On")
        #expect(try clan.messages().map(\.text) == ["*lamp", "💡"])
    }

    struct Orders: Bot {
        struct Order: Decodable {
            var size: String
            var note: String?
        }

        static let manifest = Manifest("orders", "Takes orders.", needs: [.reply, .edit])
        static let order = Route<NoPayload>("order")
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("order", "Order a bowl") { context in
                let form = Form("Order", .radio("size", "Size", ["S", "M"]).required(), .lines("note", "Note"))
                return [.reply(try Draft("").adding(form).adding(Self.order.button("Send")))]
            }
        }

        var presses: [Press<Self>] {
            Press(Self.order, form: Order.self) { (context, order) in
                [.edit(Text { "\(order.size), \(order.note ?? "no note")" }.draft)]
            }
        }
    }

    @Test func `a form arrives as a struct`() async throws {
        let clan = try await TestClan(Orders.self)
        let an = clan.user("an")
        try await an.says("*order")
        try await an.presses("Send", filling: ["size": "M", "note": "less salt"])
        #expect(try clan.messages().last?.text == "M, less salt")
    }

    struct Booking: Bot {
        static let manifest = Manifest("booking", "Books a room.", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command.dialogue("book", "Book a room") { dialogue in
                let hours = try await dialogue.ask("For how many hours?", as: Int.self, in: 1...8)
                guard try await dialogue.confirm("\(hours) hours?") else { return [.reply("Nothing is booked.")] }
                return [.reply("Booked for \(hours) hours.")]
            }
        }
    }

    @Test func `a dialogue goes on after a restart`() async throws {
        let clan = try await TestClan(Booking.self)
        let an = clan.user("an")
        try await an.says("*book")
        try await clan.restart()
        try await an.says("3")
        #expect(try await an.presses("Yes").last == .reply("Booked for 3 hours."))
    }

    struct Lunch: Bot {
        struct State: BotState { var votes: [UserID: String] = [:] }
        static let manifest = Manifest("lunchvote", "Votes on lunch.", needs: [.reply, .edit])
        static let vote = Route<String>("vote")
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("lunchvote", "Vote on lunch", follows: false) { context in
                try await context.state(.channel).update { $0 = State() }
                return [.reply(try Self.draft(State()))]
            }
        }

        var presses: [Press<Self>] {
            Press(Self.vote) { (context, dish) in
                let state = try await context.state(.channel).update { state in
                    state.votes[context.user] = dish
                    return state
                }
                return [.edit(try Self.draft(state))]
            }
        }

        static func draft(_ state: State) throws -> Draft {
            let dishes = ["phở", "bún"]
            let text = dishes.map { dish in "\(dish): \(state.votes.values.count { $0 == dish })" }.joined(separator: ", ")
            return try Draft(text).adding(dishes.map { try vote.button($0, $0) })
        }
    }

    @Test func `a vote counts once for each person`() async throws {
        let clan = try await TestClan(Lunch.self)
        try await clan.user("an").says("*lunchvote")
        try await clan.user("an").presses("phở")
        try await clan.user("an").presses("bún")
        try await clan.user("binh").presses("bún")
        #expect(try clan.messages().last?.text == "phở: 0, bún: 2")
    }

    struct Badge: Bot {
        struct Options: BotOptions { var role: RoleID = 0 }
        static let manifest = Manifest("badge", "Gives a role.", needs: [.reply, .roles])
        static let take = Route<NoPayload>("take")
        let options: Options

        var commands: [Command<Self>] {
            Command("badge", "Offer the role") { context in [.reply(try Draft("Swift?").adding(Self.take.button("Yes, me")))] }
        }

        var presses: [Press<Self>] {
            Press(Self.take) { context in [.member(.addRole(options.role, to: context.user, of: context.clan))] }
        }
    }

    @Test func `a button gives its user a role`() async throws {
        let role = try await TestClan(Badge.self).role("swift")
        let clan = try await TestClan(Badge(options: .init(role: role)))
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await clan.give("swift", to: an)
        try await an.says("*badge")
        let actions = try await binh.presses("Yes, me")
        #expect(actions.map(\.kind) == ["add_role"])
    }
}
