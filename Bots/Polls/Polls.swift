import BotKit

/// A bot for polls with a button per choice: `*poll "Lunch?" phở | bún chả`. A second press on a choice withdraws the vote; only
/// the user who started a poll can end it.
struct Polls: Bot {
    struct Poll: Codable, Sendable {
        var owner: UserID
        var question: String
        var choices: [String]
        /// The index of each user's choice.
        var votes: [UserID: Int] = [:]
    }

    /// The state of a channel: its open polls.
    struct State: BotState {
        var polls: [Int: Poll] = [:]
        var last = 0
    }

    struct Vote: Codable, Sendable {
        var poll: Int
        var choice: Int
    }

    static let manifest = Manifest("polls", "Polls with buttons: *poll \"Lunch?\" phở | bún.", needs: [.reply, .edit])
    static let vote = Route<Vote>("vote")
    static let end = Route<Int>("end")
    let options: NoOptions

    private static let maxOpen = 20  // Their votes must fit into the state of a channel.

    var commands: [Command<Self>] {
        Command(
            "poll", "Start a poll", vi: "Lấy ý kiến mọi người",
            arguments: [LocalizedText("question", vi: "câu-hỏi"), LocalizedText("a | b", vi: "a | b")], cooldown: .seconds(10)
        ) { (context, question: String, choices: RemainingText) in
            let poll = Poll(owner: context.user, question: question.prefix(bytes: 400), choices: try Self.list(choices.text))
            let number = try await context.state(.channel).update { state in
                guard state.polls.count < Self.maxOpen else {
                    throw UsageError(
                        LocalizedText(
                            "\(Self.maxOpen) polls are open in this channel; end one first",
                            vi: "đã có \(Self.maxOpen) cuộc đang mở, hãy kết thúc bớt"))
                }
                state.last += 1
                state.polls[state.last] = poll
                return state.last
            }
            return [.reply(try Self.draft(poll, number))]
        }
    }

    var presses: [Press<Self>] {
        Press(Self.vote) { (context, vote) in
            let poll = try await context.state(.channel).update { state in
                guard state.polls[vote.poll] != nil else { throw Self.isOver }
                let old = state.polls[vote.poll]?.votes[context.user]
                state.polls[vote.poll]?.votes[context.user] = old == vote.choice ? nil : vote.choice
                return state.polls[vote.poll]
            }
            return try poll.map { [.edit(try Self.draft($0, vote.poll))] } ?? []
        }
        Press(Self.end) { (context, number) in
            let poll = try await context.state(.channel).update { state in
                guard let poll = state.polls[number] else { throw Self.isOver }
                guard poll.owner == context.user else {
                    throw UsageError(LocalizedText("Only the poll's creator can end it.", vi: "Chỉ người tạo mới kết thúc được."))
                }
                state.polls[number] = nil
                return poll
            }
            return [.edit(Draft(Self.text(poll) + "\n(ended)"))]
        }
    }

    private static let isOver = UsageError(LocalizedText("This poll has ended.", vi: "Cuộc lấy ý kiến này đã kết thúc."))

    private static func list(_ text: String) throws -> [String] {
        let choices = text.split(separator: "|").map { choice in
            String(choice.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }.filter { !$0.isEmpty }
        guard (2...10).contains(choices.count), Set(choices).count == choices.count, choices.allSatisfy({ $0.count <= 80 }) else {
            throw UsageError(
                LocalizedText(
                    "write 2 to 10 different choices of at most 80 characters, separated by |",
                    vi: "cần 2 đến 10 lựa chọn khác nhau, mỗi lựa chọn tối đa 80 chữ, cách nhau bằng |"), about: 1)
        }
        return choices
    }

    private static func draft(_ poll: Poll, _ number: Int) throws -> Draft {
        let choices = try poll.choices.enumerated().map { try vote.button($0.element, Vote(poll: number, choice: $0.offset)) }
        return try Draft(text(poll)).adding(choices).adding(end.button("✕", number, .secondary))
    }

    private static func text(_ poll: Poll) -> String {
        let lines = poll.choices.enumerated().map { place, choice in
            let count = poll.votes.values.count { $0 == place }
            return "\(choice): \(count) \(String(repeating: "▇", count: min(count, 20)))"
        }
        return ([poll.question] + lines).joined(separator: "\n")
    }
}
