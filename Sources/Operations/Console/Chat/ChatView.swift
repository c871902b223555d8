import ChatModel
import Foundation
import MezonBotApp
import Moderation

/// A channel of the local gateway, as one of its users sees it.
struct ChatView: Sendable {
    struct Choice: Sendable {
        let value: String
        let label: String
        let isChosen: Bool
    }

    struct Option: Sendable {
        let value: String
        let label: String
    }

    struct Field: Sendable {
        let field: String
        let title: String
        let options: [Option]
        let hasOptions: Bool
    }

    struct Menu: Sendable {
        let select: String
        let title: String
        let options: [Option]
    }

    struct Embed: Sendable {
        let title: String
        let description: String
        let facts: [ChatEmbed.Fact]
    }

    struct Line: Sendable {
        let message: String
        let at: String
        let author: String
        let isMine: Bool
        let text: String
        let isEphemeral: Bool
        let isDeleted: Bool
        let embeds: [Embed]
        let fields: [Field]
        let buttons: [ChatButton]
        let hasButtons: Bool
        let menus: [Menu]
        let isAnswer: Bool
        let answered: String
    }

    let isAvailable: Bool
    let user: String
    let names: [String]
    let channel: String
    let channels: [Choice]
    let lines: [Line]
    let isEmpty: Bool
    let canWrite: Bool
    let problem: String
    let hasProblem: Bool
    /// The message that the next one answers; empty for none.
    let reply: String
    let isReply: Bool
    let replyAuthor: String
    let query: String
}

extension ConsoleContext {
    private static let maxLines = 100

    /// - Throws: `ScreenError`, and `CancellationError`.
    func chat(_ rooms: ChatRooms, _ fields: FormFields, _ texts: Texts) async throws -> ChatView {
        let name = fields["as"].isEmpty ? rooms.names.first ?? "guest" : fields["as"]
        guard rooms.isAvailable else {
            return ChatView(names: [], name: "", isAvailable: false, problem: texts["chat_unavailable"])
        }
        let participant: ChatConnection
        do {
            participant = try await rooms.participant(named: name)
        } catch ScreenError.refused(let lines) {
            return ChatView(names: rooms.names, name: name, isAvailable: true, problem: lines.joined(separator: "\n"))
        }
        try await rooms.wait(for: participant)
        let channels = participant.channels.filter { !$0.label.isEmpty }.sorted { ($0.label, $0.id) < ($1.label, $1.id) }
        let chosen =
            channels.first { "\($0.id)" == fields["channel"] } ?? channels.first { $0.label == "general" } ?? channels.first
        guard let chosen else {
            let reason = participant.problem ?? texts["chat_connecting"]
            return ChatView(names: rooms.names, name: name, isAvailable: true, problem: reason)
        }
        var (messages, problem) = ([Message](), participant.problem ?? "")
        do {
            messages = Array(try await participant.messages(in: chosen).suffix(Self.maxLines))
        } catch {
            problem = error.description
        }
        let answered = MessageID(fields["reply"]).flatMap { id in messages.first { $0.id == id } }
        return ChatView(
            isAvailable: true, user: name, names: rooms.names, channel: "\(chosen.id)",
            channels: channels.map { .init(value: "\($0.id)", label: "#\($0.label)", isChosen: $0.id == chosen.id) },
            lines: messages.map { ChatView.Line($0, participant, in: zone, among: messages) }, isEmpty: messages.isEmpty,
            canWrite: true, problem: problem, hasProblem: !problem.isEmpty, reply: answered.map { "\($0.id)" } ?? "",
            isReply: answered != nil, replyAuthor: answered?.author.name ?? "",
            query: QueryText.query([("as", name), ("channel", "\(chosen.id)")]))
    }
}

extension ChatView {
    /// Creates the page of a user who has no channel to show.
    fileprivate init(names: [String], name: String, isAvailable: Bool, problem: String) {
        self.init(
            isAvailable: isAvailable, user: name, names: names, channel: "", channels: [], lines: [], isEmpty: false,
            canWrite: false, problem: problem, hasProblem: true, reply: "", isReply: false, replyAuthor: "",
            query: QueryText.query([("as", name)]))
    }
}

extension ChatView.Line {
    fileprivate init(_ message: Message, _ participant: ChatConnection, in zone: TimeZone, among messages: [Message]) {
        self.message = "\(message.id)"
        at = message.createdAt.stamp(in: zone)
        author = message.author.name
        isMine = message.author.id == participant.me
        text = message.text
        isEphemeral = message.code == .ephemeral
        isDeleted = participant.isDeleted(message.id)
        let embeds = ChatEmbed.list(of: message)
        self.embeds = embeds.map { .init(title: $0.title, description: $0.description, facts: $0.facts) }
        fields = embeds.flatMap(\.fields).map { field in
            .init(
                field: field.name, title: field.label, options: field.options.map { .init(value: $0.value, label: $0.label) },
                hasOptions: !field.options.isEmpty)
        }
        buttons = ChatButton.list(of: message)
        hasButtons = !buttons.isEmpty
        menus = ChatSelect.list(of: message).map { select in
            .init(
                select: select.id, title: select.placeholder,
                options: select.options.map { .init(value: $0.value, label: $0.label) })
        }
        let answer = message.references.first.flatMap { reference in messages.first { $0.id == reference.message } }
        isAnswer = answer != nil
        answered = answer.map { String("\($0.author.name): \($0.text)".prefix(80)) } ?? ""
    }
}
