import BotConfig
import Foundation
import Logging
import MezonModel
import MezonWire
import Persistence
import SendPipeline

/// An IRC network as a port.
///
/// IRC has no history that every server keeps and knows no edits: what was said while nobody was connected is gone unless the
/// server plays it back, and a send whose answer never came is repeated, so that it may be seen twice.
final class IRCPort: Port, Sender {
    private let settings: PortSettings
    private let host: String
    private let client: IRCClient
    private let scene: PortScene
    private let intake: IRCIntake
    private let rooms: [ChannelID: String]

    let splitter: Splitter? = nil
    let showsFaces = true  // Before each line of what has to be cut.
    let repetition = Repetition.unseen

    init(
        _ settings: PortSettings, _ irc: IRCSettings, _ scene: PortScene, random: any RandomNumberGenerator & Sendable
    ) {
        self.settings = settings
        self.scene = scene
        host = irc.host
        rooms = Dictionary(settings.rooms.map { ($0.id, $0.name) }) { first, _ in first }
        let intake = IRCIntake(port: settings, scene: scene)
        self.intake = intake
        var logger = scene.logger
        logger[metadataKey: "port.name"] = "\(settings.name)"
        client = IRCClient(irc, time: scene.time, random: random, logger: logger) { await intake.lastKnown(in: $0) }
    }

    func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await self.client.run() }
            while let events = await client.next() { try await intake.take(events) }
            group.cancelAll()
        }
    }

    func sender(for channel: ChannelID) -> (any Sender)? { self }

    // Sender

    func waitUntilConnected(to channel: ChannelID) async throws {
        guard let room = rooms[channel] else { return }
        try await client.waitUntilJoined(room)
    }

    func conversation(with user: UserID) async throws -> Channel {
        throw SendError.refused(code: 404, "this build writes to nobody directly on IRC")
    }

    func send(_ parcel: Parcel) async throws -> Sent {
        guard let room = rooms[parcel.channel.id] else { throw SendError.refused(code: 404, "the port has no such channel") }
        switch parcel.outgoing.request {
        case .send(let draft, let reference, _):
            return try await say(draft, answering: reference, in: room, of: parcel)
        case .edit(_, let draft, _):
            // IRC changes nothing that was said: the correction is said, and says that it is one.
            var draft = draft
            draft.content.prepend("✎ ")
            _ = try await say(draft, answering: nil, in: room, of: parcel)
            return Sent(0)
        case .delete(let message, _): return try await act(on: message, in: room, of: parcel) { .remove(msgid: $0) }
        case .react(let emoji, let message, _):
            return try await act(on: message, in: room, of: parcel) { .react(emoji, msgid: $0) }
        case .unreact(let emoji, let message, _):
            return try await act(on: message, in: room, of: parcel) { .react(emoji, msgid: $0, isRemoval: true) }
        case .direct, .whisper, .pin, .member, .editReply, .relay:
            throw SendError.refused(code: 421, "IRC knows no '\(parcel.outgoing.request.kind)'")
        }
    }

    func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] {
        throw SendError.refused(code: 421, "IRC keeps no history")
    }

    private func say(_ draft: Draft, answering reference: Reference?, in room: String, of parcel: Parcel) async throws -> Sent {
        let channel = parcel.channel.id
        var quoted: String?
        if let reference { quoted = try await scene.store.name(of: reference.message, in: channel) }
        let saying = IRCSaying(draft, as: parcel.relayed?.face, answering: quoted == nil ? reference : nil)
        let lines: [IRCText]
        do {
            // A relayed stranger calls nobody who happens to have a name that they say.
            lines = try saying.lines(
                bytes: client.textBytes(in: room), sparing: parcel.relayed == nil ? IRCNicks() : client.nicks(in: room))
        } catch {
            throw SendError.refused(code: 417, "\(error)")
        }
        guard !lines.isEmpty else { return Sent(0) }
        let receipt: IRCReceipt?
        do {
            receipt = try await client.say(lines, in: room, replyTo: quoted).first
        } catch {
            throw SendError(error)
        }
        let message = try await scene.naming.message(named: receipt?.msgid, in: channel)
        return Sent(message, name: receipt?.msgid)
    }

    /// What the network has no sign for, or a message that it has no name for, is let be: nobody there would see it.
    private func act(
        on message: MessageID, in room: String, of parcel: Parcel, _ deed: (_ msgid: String) -> IRCDeed
    ) async throws -> Sent {
        guard let name = try await scene.store.name(of: message, in: parcel.channel.id) else { return Sent(0) }
        do {
            try await client.act(deed(name), in: room)
        } catch .unsupported {
            return Sent(0)
        } catch {
            throw SendError(error)
        }
        return Sent(message)
    }

    var status: PortStatus {
        let status = client.status
        let (text, isConnected): (String, Bool) =
            switch status.phase {
            case .idle: ("not started yet", false)
            case .connecting(let attempt, nil): ("connecting to \(host), try \(attempt)", false)
            case .connecting(let attempt, let failure?): ("connecting to \(host), try \(attempt): \(failure)", false)
            case .registered(let nick, _, _): ("connected to \(host) as \(nick)", true)
            case .waiting(let reason, _): (reason.hasPrefix(host) ? reason : "\(host): \(reason)", false)
            case .ended: ("ended", false)
            }
        return PortStatus(
            name: settings.name, network: settings.network.title, text: text, isConnected: isConnected,
            rooms: settings.rooms.map { .init($0.name, obstacle: status.rooms[$0.name]?.obstacle) })
    }
}

extension IRCStatus.Room {
    /// For a person; nil where all is well.
    fileprivate var obstacle: String? {
        switch self {
        case .joined: nil
        case .outside: "not joined yet"
        case .joining: "being joined"
        case .refused(let code, let text): "\(text) (\(code))"
        case .kicked(let by, let reason): "\(by) has thrown the bot out\(reason.isEmpty ? "" : ": \(reason)")"
        }
    }
}

extension SendError {
    fileprivate init(_ error: IRCSendError) {
        switch error {
        case .notConnected, .notJoined: self = .notConnected
        case .ambiguous(let reason): self = .ambiguous(reason)
        case .refused(let code, let text): self = .refused(code: Int(code) ?? 400, text)
        case .tooLong: self = .refused(code: 417, "\(error)")
        case .unsupported: self = .refused(code: 421, "\(error)")
        }
    }
}
