import AsyncSupport
import ChatModel
import Foundation
import MezonBotApp
import MezonClient
import Synchronization

/// The console of `mezon-bot chat`: performs the lines that a user types and prints received events.
final class ChatConsole: Sendable {
    enum InputError: Error, CustomStringConvertible {
        case noSuchChannel(String, known: [String])
        case notSent(String)
        case lost(String)
        case invalid(String)
        case nothingToAnswer(in: String)
        case nothingToPress
        case noSuchButton(Int, known: [ChatButton])
        case nothingToChooseFrom
        case noSuchChoice(String, known: [ChatSelect.Option])
        case noForm
        case noSuchField(String, known: [ChatField])
        case notPressed(String)
        case linesFailed(Int)

        var description: String {
            switch self {
            case .noSuchChannel(let name, let known): "there is no channel '\(name)'; available: \(known.joined(separator: ", "))"
            case .notSent(let reason): "not sent: \(reason)"
            case .lost(let reason): "the connection was lost: \(reason)"
            case .invalid(let reason): reason
            case .nothingToAnswer(let label): "no message of another user found in #\(label)"
            case .nothingToPress: "no message with buttons found in this channel"
            case .noSuchButton(let number, let known):
                "there is no button \(number); available: "
                    + known.enumerated().map { "[\($0.offset + 1)] \($0.element.label)" }.joined(separator: "  ")
            case .nothingToChooseFrom: "no message with a select found in this channel"
            case .noSuchChoice(let word, let known): "there is no choice '\(word)'; available: \(known.text)"
            case .noForm: "no message with a form found in this channel"
            case .noSuchField(let name, let known):
                "there is no field '\(name)'; available: \(known.map(\.name).joined(separator: ", "))"
            case .notPressed(let reason): "not pressed: \(reason)"
            case .linesFailed(let count): count == 1 ? "1 line failed" : "\(count) lines failed"
            }
        }
    }

    private struct State {
        var channels: [Channel] = []
        var me: UserID = 0
        var here: Channel?
        var memory = ChatHistory()
        /// The members of clans in which a user has been mentioned.
        var members: [ClanID: [Author]] = [:]
        /// The uptime at which a message was last sent or received.
        var lastSound = Duration.zero
    }

    private let user: ChatUser
    private let start: String
    private let isTerminal: Bool
    private let time: SystemTime
    private let state = Mutex(State())
    private let quiet: Duration = .milliseconds(1200)

    init(user: ChatUser, start: String, isTerminal: Bool, time: SystemTime) {
        self.user = user
        self.start = start
        self.isTerminal = isTerminal
        self.time = time
    }

    /// Runs until the input ends; with a script, until no more events arrive after that.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.user.run() }
            group.addTask { try await self.talk() }
            try await group.next()
            group.cancelAll()
        }
    }

    private func talk() async throws {
        while let event = await user.next() {
            guard case .ready(let snapshot) = event else {
                if case .lost(let reason) = event, !isTerminal { throw InputError.lost(reason) }
                continue
            }
            state.withLock { state in
                state.channels = snapshot.channels
                state.me = snapshot.me
            }
            try enter(start)
            break
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.receive() }
            group.addTask { try await self.readInput() }
            try await group.next()
            group.cancelAll()
        }
    }

    private func enter(_ name: String) throws {
        let label = name.hasPrefix("#") ? String(name.dropFirst()) : name
        let found = state.withLock { state in
            let found = state.channels.first { $0.label == label }
            state.here = found ?? state.here
            return found != nil
        }
        guard found else {
            throw InputError.noSuchChannel(
                label, known: state.withLock { $0.channels.map(\.label).filter { !$0.isEmpty }.sorted() })
        }
        if isTerminal { print("joined #\(label); /help lists the commands, Ctrl-D exits") }
    }

    private func receive() async throws {
        while let event = await user.next() {
            switch event {
            case .events(let events):
                let now = time.uptime
                state.withLock { $0.lastSound = now }
                for received in events { show(received.event) }
            case .lost(let reason):
                guard isTerminal else { throw InputError.lost(reason) }
                print("-- connection lost: \(reason.terminalSafe)")
            case .clanJoined(let clan, let channels):
                state.withLock { $0.channels += channels }
                if isTerminal { print("-- joined the clan \(clan.name.terminalSafe)") }
            case .ready: if isTerminal { print("-- connected") }
            case .connecting, .session: break
            }
        }
        throw CancellationError()
    }

    private func show(_ event: Event) {
        let (me, channels) = state.withLock { ($0.me, $0.channels) }
        func place(_ id: ChannelID) -> String {
            channels.first { $0.id == id }.map { $0.label.isEmpty ? "direct" : "#\($0.label)" } ?? "\(id)"
        }
        switch event {
        case .message(let message), .systemMessage(let message):
            state.withLock { $0.memory.note(message) }
            guard message.author.id != me || !isTerminal else { return }
            print(message.chatText(in: place(message.channel), note: message.code == .ephemeral ? " (only visible to you)" : ""))
        case .edit(let message):
            state.withLock { $0.memory.note(message) }
            print(message.chatText(in: place(message.channel), note: " (edited)"))
        case .delete(let removal):
            state.withLock { $0.memory.noteDeletion(of: removal.message) }
            print("\(place(removal.channel)) -- message deleted")
        case .reaction(let reaction):
            guard reaction.sender != me else { return }
            print("\(place(reaction.channel)) \(reaction.senderName.terminalSafe) reacted \(reaction.emoji.terminalSafe)")
        default: break
        }
    }

    private func readInput() async throws {
        var failures = 0
        for await line in BlockingSequence.standardInput where !line.isEmpty {
            do {
                try await follow(ChatLine(line))
            } catch let error as InputError {
                if case .lost = error { throw error }
                failures += 1
                if isTerminal { print("-- \(error)") } else { printError("'\(line.terminalSafe)': \(error)") }
            }
        }
        try await awaitQuiet()
        if failures > 0, !isTerminal { throw InputError.linesFailed(failures) }
    }

    /// Waits until no more events arrive, because a script's next line may refer to the response to the last one. An interactive
    /// user waits on their own.
    private func awaitQuiet() async throws {
        guard !isTerminal else { return }
        while true {
            let wake = state.withLock { $0.lastSound } + quiet
            guard wake > time.uptime else { return }
            try await time.sleep(until: wake)
        }
    }

    private func follow(_ line: ChatLine) async throws {
        switch line {
        case .say(let text):
            guard let here = state.withLock({ $0.here }) else { return }
            try await send(.send(draft(text, in: here), answering: nil, topic: 0), in: here)
        case .reply(let text, let name): try await reply(text, to: name)
        case .react(let emoji): try await react(emoji)
        case .press(let number): try await press(number)
        case .choose(let word): try await choose(word)
        case .fill(let field, let words): try await fill(field, with: words)
        case .join(let name): try enter(name)
        case .help: for line in ChatLine.usage { print(line) }
        case .invalid(let reason): throw InputError.invalid(reason)
        }
        let now = time.uptime
        state.withLock { $0.lastSound = now }
    }

    private func reply(_ text: String, to name: String?) async throws {
        guard let here = state.withLock({ $0.here }) else { return }
        let message = try await recalled(in: here) { $0.memory.newest(in: here.id, besides: $0.me, named: name) }
        guard let message else { throw InputError.nothingToAnswer(in: here.label) }
        try await send(.send(draft(text, in: here), answering: Reference(to: message), topic: message.topic), in: here)
    }

    private func react(_ emoji: String) async throws {
        guard let here = state.withLock({ $0.here }) else { return }
        let message = try await recalled(in: here) { $0.memory.newest(in: here.id, besides: $0.me, named: nil) }
        guard let message else { throw InputError.nothingToAnswer(in: here.label) }
        try await send(.react(emoji, message: message.id, author: message.author.id), in: here)
    }

    /// Creates a draft with the users that the text mentions. The members are looked up again if a name is unknown.
    private func draft(_ text: String, in channel: Channel) async throws -> Draft {
        guard text.contains("@"), !channel.clan.isNone else { return Draft(text) }
        let known = state.withLock { $0.members[channel.clan] } ?? []
        let draft = Draft(text, naming: known)
        guard draft.mentions.count < text.count(where: { $0 == "@" }) else { return draft }
        do {
            let members = try await user.members(of: channel.clan)
            state.withLock { $0.members[channel.clan] = members }
            return Draft(text, naming: members)
        } catch let error as SessionError {
            throw InputError.lost("\(error)")
        }
    }

    private func press(_ number: Int) async throws {
        guard let here = state.withLock({ $0.here }) else { return }
        guard let message = try await recalled(in: here, { $0.memory.newestWithButtons }) else { throw InputError.nothingToPress }
        let buttons = ChatButton.list(of: message)
        guard number >= 1, number <= buttons.count else { throw InputError.noSuchButton(number, known: buttons) }
        let form = try state.withLock { try $0.memory.form(of: message.id) }
        try await reportingErrors { try await user.press(buttons[number - 1].id, of: message, with: form) }
    }

    private func choose(_ word: String) async throws {
        guard let here = state.withLock({ $0.here }) else { return }
        guard let message = try await recalled(in: here, { $0.memory.newestWithSelect }) else {
            throw InputError.nothingToChooseFrom
        }
        let selects = ChatSelect.list(of: message)
        guard let select = selects.first(where: { $0.options.named(word) != nil }), let option = select.options.named(word) else {
            throw InputError.noSuchChoice(word, known: selects.flatMap(\.options))
        }
        try await reportingErrors { try await user.choose([option.value], in: select.id, of: message) }
    }

    /// Sets a form field. Nothing is sent until a button is pressed.
    private func fill(_ name: String, with words: String) async throws {
        guard let here = state.withLock({ $0.here }) else { return }
        guard let message = try await recalled(in: here, { $0.memory.newestWithForm }) else { throw InputError.noForm }
        let fields = ChatField.list(of: message)
        guard let field = fields.first(where: { $0.name == name }) else { throw InputError.noSuchField(name, known: fields) }
        guard let value = field.value(of: words) else { throw InputError.noSuchChoice(words, known: field.options) }
        state.withLock { $0.memory.fill(name, of: message.id, with: value) }
        if isTerminal { print("-- \(field.text(filledWith: value))") }
    }

    private func reportingErrors(_ press: () async throws -> Void) async throws {
        do {
            try await press()
        } catch let error as SocketError {
            throw InputError.notPressed("\(error)")
        }
    }

    /// The message that a command refers to, among those received or, failing that, those written in the channel before.
    private func recalled(in here: Channel, _ find: @Sendable (State) -> Message?) async throws -> Message? {
        try await awaitQuiet()
        if let message = state.withLock({ find($0) }) { return message }
        do {
            let history = try await user.history(of: here)
            return state.withLock { state in
                for message in history { state.memory.note(message) }
                return find(state)
            }
        } catch let error as SessionError {
            throw InputError.lost("\(error)")
        }
    }

    private func send(_ request: ResolvedAction.Request, in channel: Channel) async throws {
        do {
            _ = try await user.carryOut(request, in: channel)
        } catch let error as SocketError {
            throw InputError.notSent("\(error)")
        }
    }
}
