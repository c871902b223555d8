import BotKit

/// A bot that keeps a list of requests: `*ticket the printer is stuck`, `*ticket list`, `*ticket close 3`.
struct Tickets: Bot {
    struct Options: BotOptions {
        /// The roles that may close tickets of other users.
        var helpers: [RoleID] = []
    }

    struct Ticket: Codable, Sendable {
        var number: Int
        var subject: String
        var user: UserID
        var name: String
        var channel: ChannelID
        var message: MessageID
        /// Nil in state stored before private places were told apart.
        var isPrivate: Bool?

        /// Returns whether the readers of a channel may know the ticket.
        func isShown(in place: ChannelID) -> Bool { isPrivate != true || channel == place }
    }

    struct State: BotState {
        var last = 0
        var open: [Ticket] = []
    }

    static let manifest = Manifest("tickets", "Manages tickets: *ticket subject, list, close.", needs: [.reply])
    private static let maximum = 300  // With the limit on subjects, within the state size of a clan.
    let options: Options

    var commands: [Command<Self>] {
        Command("ticket", "Open a ticket", vi: "Mở một phiếu yêu cầu", arguments: [LocalizedText("subject", vi: "việc cần làm")])
        {
            (context, subject: RemainingText) in
            let number = try await context.state(.clan).update { state in
                guard state.open.count < Self.maximum else {
                    throw UsageError(
                        LocalizedText(
                            "\(Self.maximum) tickets are open; close one", vi: "đang có \(Self.maximum) phiếu; hãy đóng bớt"))
                }
                state.last += 1
                let line = subject.text.split(whereSeparator: \.isNewline).joined(separator: " ")
                state.open.append(
                    Ticket(
                        number: state.last, subject: line.prefix(bytes: 300), user: context.user,
                        name: (context.message?.author.name ?? "").prefix(bytes: 60), channel: context.channel,
                        message: context.message?.id ?? 0, isPrivate: context.isInPrivatePlace))
                return state.last
            }
            return [.reply(context.say("Ticket \(number) opened.", vi: "Đã mở phiếu \(number)."))]
        }
        Command("ticket list", "Show the open tickets", vi: "Xem các phiếu đang mở") { context in
            let open = try await context.state(.clan).value.open.filter { $0.isShown(in: context.channel) }
            guard !open.isEmpty else { return [.reply(context.say("No tickets are open.", vi: "Không có phiếu nào đang mở."))] }
            let lines = open.prefix(20).map { "\($0.number). \($0.subject) (\($0.name))" }
            let more = open.count - lines.count
            return [.reply(Draft((lines + (more > 0 ? ["+\(more)"] : [])).joined(separator: "\n")))]
        }
        Command("ticket close", "Close a ticket", vi: "Đóng một phiếu", follows: false) { (context, number: Int) in
            let open = try await context.state(.clan).value.open
            guard let ticket = open.first(where: { $0.number == number && $0.isShown(in: context.channel) }) else {
                throw UsageError(
                    LocalizedText("no open ticket has this number", vi: "không có phiếu nào đang mở với số này"), about: 0)
            }
            let roles = try await context.member(context.user)?.roles ?? []
            guard ticket.user == context.user || !Set(roles).isDisjoint(with: options.helpers) else {
                throw UsageError(
                    LocalizedText(
                        "only \(ticket.name) or a helper can close it", vi: "chỉ \(ticket.name) hoặc người hỗ trợ mới được đóng"),
                    about: 0)
            }
            try await context.state(.clan).update { $0.open.removeAll { $0.number == number } }
            let address = ticket.message.address(in: ticket.channel, of: context.clan)
            return [.reply(context.say("Closed: \(ticket.subject)\n\(address)", vi: "Đã đóng: \(ticket.subject)\n\(address)"))]
        }
    }
}
