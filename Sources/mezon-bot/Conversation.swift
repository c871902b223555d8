import Foundation
import MezonBot
import MezonModel
import MezonSocket
import Synchronization

/// Lines in, lines out: what a person types is said, what arrives is printed.
final class Conversation: Sendable {
    enum Problem: Error, CustomStringConvertible {
        case noSuchChannel(String, known: [String])
        case notSent(String)
        case lost(String)

        var description: String {
            switch self {
            case .noSuchChannel(let name, let known): "there is no channel '\(name)'; there are \(known.joined(separator: ", "))"
            case .notSent(let reason): "not sent: \(reason)"
            case .lost(let reason): "the connection ended: \(reason)"
            }
        }
    }

    private struct State {
        var channels: [Channel] = []
        var me: UserID = 0
        var here: Channel?
        /// When something was last said or heard, in uptime.
        var lastSound = Duration.zero
    }

    private let person: Person
    private let start: String
    private let isTerminal: Bool
    private let time: SystemTime
    private let state = Mutex(State())
    private let quiet: Duration = .milliseconds(1200)

    init(person: Person, start: String, isTerminal: Bool, time: SystemTime) {
        self.person = person
        self.start = start
        self.isTerminal = isTerminal
        self.time = time
    }

    /// Runs until the input ends; of a script, until all is quiet after that.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.person.run() }
            group.addTask { try await self.talk() }
            try await group.next()
            group.cancelAll()
        }
    }

    private func talk() async throws {
        while let inflow = await person.next() {
            guard case .ready(let roster) = inflow else {
                if case .lost(let reason) = inflow, !isTerminal { throw Problem.lost(reason) }
                continue
            }
            state.withLock { state in
                state.channels = roster.channels
                state.me = roster.me
            }
            try enter(start)
            break
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.hear() }
            group.addTask { try await self.speak() }
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
            throw Problem.noSuchChannel(label, known: state.withLock { $0.channels.map(\.label).filter { !$0.isEmpty }.sorted() })
        }
        if isTerminal { print("you are in #\(label); /join NAME goes elsewhere, Ctrl-D ends it") }
    }

    private func hear() async throws {
        while let inflow = await person.next() {
            switch inflow {
            case .events(let arrivals):
                let now = time.uptime
                state.withLock { $0.lastSound = now }
                for arrival in arrivals { show(arrival.event) }
            case .lost(let reason):
                guard isTerminal else { throw Problem.lost(reason) }
                print("-- connection lost: \(reason.terminalSafe)")
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
        case .message(let message), .system(let message):
            guard message.author.id != me || !isTerminal else { return }
            print("\(place(message.channel)) \(message.author.name.terminalSafe): \(message.text.terminalSafe)")
        case .edit(let message):
            print("\(place(message.channel)) \(message.author.name.terminalSafe) (edited): \(message.text.terminalSafe)")
        case .delete(let removal): print("\(place(removal.channel)) -- a message was deleted")
        case .reaction(let reaction):
            guard reaction.sender != me else { return }
            print("\(place(reaction.channel)) \(reaction.senderName.terminalSafe) reacts \(reaction.emoji.terminalSafe)")
        default: break
        }
    }

    private func speak() async throws {
        for await line in StandardInput() where !line.isEmpty {
            do {
                try await say(line)
            } catch let problem as Problem where isTerminal {
                print("-- \(problem)")
            }
        }
        guard !isTerminal else { return }
        while true {
            let wake = state.withLock { $0.lastSound } + quiet
            guard wake > time.uptime else { return }
            try await time.sleep(until: wake)
        }
    }

    private func say(_ line: String) async throws {
        if line.hasPrefix("/join ") { return try enter(line.dropFirst("/join ".count).trimmingCharacters(in: .whitespaces)) }
        guard let here = state.withLock({ $0.here }) else { return }
        do {
            try await person.say(line, in: here)
        } catch let error as SocketError {
            throw Problem.notSent("\(error)")
        }
        let now = time.uptime
        state.withLock { $0.lastSound = now }
    }
}
