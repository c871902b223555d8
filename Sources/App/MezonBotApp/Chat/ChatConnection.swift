import AsyncSupport
package import ChatModel
import MezonClient
import Synchronization

/// A user of a local gateway who stays connected and keeps what was said, for the console's chat.
package final class ChatConnection: Sendable {
    package enum ChatError: Error, Equatable, CustomStringConvertible {
        case notConnected(reason: String)
        case noSuchMessage
        case refused(reason: String)

        package var description: String {
            switch self {
            case .notConnected(let reason): "not connected: \(reason)"
            case .noSuchMessage: "the message is no longer there"
            case .refused(let reason): "not sent: \(reason)"
            }
        }
    }

    private struct State {
        var channels: [Channel] = []
        var me: UserID = 0
        var history = ChatHistory()
        /// The channels whose earlier messages have been read.
        var read: Set<ChannelID> = []
        var members: [ClanID: [Author]] = [:]
        var problem: String?
    }

    /// The name of the account.
    package let name: String
    private let user: ChatUser
    private let isReady = AsyncGate()
    private let state = Mutex(State())

    package init(name: String, user: ChatUser) {
        self.name = name
        self.user = user
    }

    /// The channels that the user sees, once connected.
    package var channels: [Channel] { state.withLock { $0.channels } }
    package var me: UserID { state.withLock { $0.me } }
    /// The reason why the connection was lost; nil while there is one.
    package var problem: String? { state.withLock { $0.problem } }

    /// Waits until the user is connected.
    ///
    /// - Throws: `CancellationError`.
    package func waitUntilReady() async throws { try await isReady.waitUntilOpen() }

    /// Stays connected until cancelled.
    package func run() async {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [user] in try await user.run() }
                group.addTask { [self] in await receive() }
                try await group.next()
                group.cancelAll()
            }
        } catch {
            if !(error is CancellationError) { state.withLock { $0.problem = "\(error)" } }
        }
        // A caller that waits is told why there is no connection.
        isReady.open()
    }

    /// Closes the connections of a user who has not run.
    package func close() async throws { try await user.close() }

    private func receive() async {
        while let event = await user.next() {
            switch event {
            case .ready(let snapshot):
                state.withLock { state in
                    state.channels = snapshot.channels
                    state.me = snapshot.me
                    state.problem = nil
                    state.read = []
                }
                isReady.open()
            case .events(let events): for received in events { note(received.event) }
            case .clanJoined(_, let channels): state.withLock { $0.channels += channels }
            case .lost(let reason): state.withLock { $0.problem = reason }
            case .connecting, .session: break
            }
        }
    }

    private func note(_ event: Event) {
        state.withLock { state in
            switch event {
            case .message(let message), .systemMessage(let message), .edit(let message): state.history.note(message)
            case .delete(let removal): state.history.noteDeletion(of: removal.message)
            default: break
            }
        }
    }

    /// Returns the messages of a channel, oldest first.
    ///
    /// - Throws: `ChatError`.
    package func messages(in channel: Channel) async throws(ChatError) -> [Message] {
        if state.withLock({ !$0.read.contains(channel.id) }) {
            do {
                let earlier = try await user.history(of: channel)
                state.withLock { state in
                    // What was received is newer than the history.
                    for message in earlier where !state.history.contains(message.id) { state.history.note(message) }
                    state.read.insert(channel.id)
                }
            } catch {
                throw .notConnected(reason: "\(error)")
            }
        }
        return state.withLock { $0.history.messages(in: channel.id) }
    }

    package func isDeleted(_ message: MessageID) -> Bool { state.withLock { $0.history.isDeleted(message) } }

    /// Says something, as a reply if a message is given.
    ///
    /// - Throws: `ChatError`.
    package func say(_ text: String, answering message: MessageID?, in channel: Channel) async throws(ChatError) {
        var answered: Message?
        if let message { answered = try known(message) }
        do {
            let draft = try await draft(text, in: channel)
            let reference = answered.map(Reference.init(to:))
            let request = ResolvedAction.Request.send(draft, answering: reference, topic: answered?.topic ?? 0)
            _ = try await user.carryOut(request, in: channel)
        } catch {
            throw .refused(reason: "\(error)")
        }
    }

    /// Presses a button of a message with the values of its form.
    ///
    /// - Throws: `ChatError`, also for a button that the message does not have.
    package func press(_ button: String, of message: MessageID, with values: [String: String]) async throws(ChatError) {
        let message = try known(message)
        guard ChatButton.list(of: message).contains(where: { $0.id == button }) else { throw .noSuchMessage }
        do {
            var form = ChatHistory()
            for field in ChatField.list(of: message) {
                guard let value = values[field.name].flatMap(field.value(of:)) else { continue }
                form.fill(field.name, of: message.id, with: value)
            }
            try await user.press(button, of: message, with: try form.form(of: message.id))
        } catch {
            throw .refused(reason: "\(error)")
        }
    }

    /// Chooses an option of a select.
    ///
    /// - Throws: `ChatError`, also for an option that the message does not have.
    package func choose(_ value: String, in select: String, of message: MessageID) async throws(ChatError) {
        let message = try known(message)
        let selects = ChatSelect.list(of: message).filter { $0.id == select }
        guard selects.contains(where: { $0.options.contains { $0.value == value } }) else { throw .noSuchMessage }
        do {
            try await user.choose([value], in: select, of: message)
        } catch {
            throw .refused(reason: "\(error)")
        }
    }

    private func known(_ id: MessageID) throws(ChatError) -> Message {
        guard let message = state.withLock({ $0.history.message(id) }) else { throw .noSuchMessage }
        return message
    }

    private func draft(_ text: String, in channel: Channel) async throws -> Draft {
        guard text.contains("@"), !channel.clan.isNone else { return Draft(text) }
        if let members = state.withLock({ $0.members[channel.clan] }) {
            let draft = Draft(text, naming: members)
            if draft.mentions.count == text.count(where: { $0 == "@" }) { return draft }
        }
        let members = try await user.members(of: channel.clan)
        state.withLock { $0.members[channel.clan] = members }
        return Draft(text, naming: members)
    }
}
