import BotKit

/// A bot for leave requests: `*leave` asks for days and reason, approvers press a button, and the requester is notified.
struct Leave: Bot {
    struct Options: BotOptions {
        /// The channel in which requests of its clan are presented to approvers; if zero, no requests can be made.
        var channel: ChannelID = 0
        /// The roles that may decide.
        var roles: [RoleID] = []
        var users: [UserID] = []
    }

    enum Kind: String, Choice { case paid, unpaid, sick }

    struct Request: Codable, Sendable {
        var by: UserID
        var text: String
    }

    /// The state of a clan: its open requests.
    struct State: BotState {
        var requests: [Int: Request] = [:]
        var last = 0
    }

    struct Decision: Codable, Sendable {
        var request: Int
        var isApproved: Bool
    }

    static let manifest = Manifest("leave", "Handles leave requests: *leave.", needs: [.reply, .send, .edit, .directMessage])
    static let decide = Route<Decision>("decide")
    let options: Options

    private static let kinds: [Kind: LocalizedText] = [
        .paid: LocalizedText("Paid", vi: "Phép năm"), .unpaid: LocalizedText("Unpaid", vi: "Không lương"),
        .sick: LocalizedText("Sick", vi: "Ốm"),
    ]

    var commands: [Command<Self>] {
        Command.dialogue("leave", "Request leave", vi: "Xin nghỉ phép") { dialogue in
            func say(_ wording: LocalizedText) -> [Action] { [.reply(Draft(wording.text(in: dialogue.language)))] }
            guard !options.channel.isNone else {
                return say(LocalizedText("Leave requests have no approvers here yet.", vi: "Ở đây chưa có ai duyệt nghỉ phép."))
            }
            let isHere = try await dialogue.once { context in
                try await context.channel(options.channel)?.clan == context.clan
            }
            guard isHere else {
                return say(
                    LocalizedText(
                        "Leave requests are not set up in this clan.", vi: "Clan này chưa thiết lập việc xin nghỉ phép."))
            }
            guard dialogue.canSend(to: options.channel) else {
                return say(
                    LocalizedText(
                        "What is said here stays in this private channel; use a public one.",
                        vi: "Điều nói ở kênh riêng tư này không được gửi đi; hãy xin ở một kênh công khai."))
            }
            let from = try await dialogue.ask(LocalizedText("From which day?", vi: "Nghỉ từ ngày nào?"), as: LeaveDay.self)
            let to = try await dialogue.ask(LocalizedText("Until which day?", vi: "Đến hết ngày nào?"), as: LeaveDay.self)
            guard to >= from else {
                throw UsageError(LocalizedText("this is before \(from)", vi: "ngày này trước \(from)"))
            }
            let kind = try await dialogue.choose(LocalizedText("Which kind of leave?", vi: "Loại nghỉ nào?"), Kind.self) {
                Self.kinds[$0] ?? LocalizedText(stringLiteral: $0.rawValue)
            }
            let why = try await dialogue.ask(LocalizedText("Reason?", vi: "Lý do?"))
            guard why.count <= 500 else {
                throw UsageError(LocalizedText("the maximum is 500 characters", vi: "tối đa 500 chữ"))
            }
            let name = dialogue.start.author.name
            let text = "\(name): \(from) – \(to), \(kind.rawValue). \(why)"
            guard try await dialogue.confirm(LocalizedText("\(text)\nIs this correct?", vi: "\(text)\nĐúng chưa?")) else {
                return say(LocalizedText("The request was not sent.", vi: "Vậy tôi không gửi."))
            }
            let number = try await dialogue.once { context in
                try await context.state(.clan).update { state in
                    state.last += 1
                    state.requests[state.last] = Request(by: dialogue.user, text: text)
                    return state.last
                }
            }
            let request = try Draft("#\(number) \(text)").adding(
                Self.decide.button("Approve", Decision(request: number, isApproved: true), .success),
                Self.decide.button("Reject", Decision(request: number, isApproved: false), .danger))
            return say(LocalizedText("Sent as #\(number).", vi: "Đã gửi, số #\(number).")) + [.send(request, to: options.channel)]
        }
    }

    var presses: [Press<Self>] {
        Press(Self.decide, for: .roles(options.roles) || .users(options.users)) { (context, decision) in
            let request = try await context.state(.clan).update { state in
                guard let request = state.requests.removeValue(forKey: decision.request) else {
                    throw UsageError(LocalizedText("This request has already been decided.", vi: "Đã có người quyết định rồi."))
                }
                return request
            }
            let word =
                decision.isApproved ? LocalizedText("approved", vi: "được duyệt") : LocalizedText("rejected", vi: "bị từ chối")
            let outcome = word.text(in: context.language)
            let edited = Text {
                "#\(decision.request) \(request.text)\n→ "
                Bold(outcome)
                ", "
                context.mention(context.user)
            }
            let news = LocalizedText(
                "Your leave request was \(word.en): \(request.text)", vi: "Đơn nghỉ của bạn \(word.vi): \(request.text)")
            return [
                .edit(edited.draft),
                .directMessage(Draft(news.text(in: context.language)), to: request.by),
            ]
        }
    }
}
