import BotKit

/// A bot with a button, a select and a form.
struct Ballot: Bot {
    enum Kind: String, Choice { case paid, sick }

    struct BallotEntry: Decodable, Sendable {
        var days: Int
        var kind: Kind
        var length: Duration?
        var why: String?
        var tags: [String]?
        var half: Bool?
    }

    struct State: BotState { var votes: [UserID: Int] = [:] }

    static let manifest = Manifest("ballot", needs: [.reply, .edit])
    static let vote = Route<Int>("vote")
    static let pick = Route<String>("pick")
    static let wish = Route<NoPayload>("wish")
    static let host = Route<NoPayload>("host")
    let options: NoOptions

    static let form = Form(
        "Leave", .number("days", "How many days"), .choice("kind", "Which", Kind.self), .text("length", "How long"),
        .lines("why", "Why"), .choice("tags", "Tags", [("Red", "r"), ("Blue", "b")], isMultiple: true), .text("half", "Half"))

    var commands: [Command<Self>] {
        Command("vote") { _ in
            [.reply(try Draft("Lunch?").adding(Self.vote.button("Phở", 0), Self.vote.button("Bún", 1), Self.host.button("Host")))]
        }
        Command("pick") { _ in
            [.reply(try Draft("Which?").adding(Self.pick.select("Dish", [("Phở", "p"), ("Bún, chả", "b,\"c")])))]
        }
        Command("wish") { _ in [.reply(try Draft("").adding(Self.form).adding(Self.wish.button("Send")))] }
        Command("over") { context in [.edit(context.message?.references.first?.message ?? 0, "over")] }
    }

    var presses: [Press<Self>] {
        Press(Self.vote) { (context, choice) in
            guard context.user != 0 else { throw UsageError("nobody votes") }
            let count = try await context.state(.channel).update { state in
                state.votes[context.user] = choice
                return state.votes.count
            }
            guard choice < 2 else { throw UsageError("there are two dishes") }
            return [.edit(Draft("\(context.message?.text ?? "") \(count)"))]
        }
        Press(Self.pick) { (_, dish) in [.reply("\(dish)")] }
        Press(Self.host, for: .users([102])) { _ in [.reply("a host")] }
        Press(Self.wish, form: BallotEntry.self) { (_, wish) in
            [
                .reply(
                    """
                    \(wish.days) \(wish.kind) \(wish.length.map { "\($0)" } ?? "-") \(wish.why ?? "-") \
                    \(wish.tags?.joined(separator: "+") ?? "-") \(wish.half.map { "\($0)" } ?? "-")
                    """)
            ]
        }
    }

    func onEvent(_ event: Event, _ context: Context) -> [Action] {
        guard case .button(let click) = event else { return [] }
        return [.reply("noticed \(click.button)")]
    }
}
