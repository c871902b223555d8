import BotConfig
import Foundation
import Logging
import MezonModel
import MezonWire
import Persistence
import Synchronization

/// Brings what is said on an IRC network into the journal.
final class IRCIntake: Sendable {
    private let port: PortSettings
    private let scene: PortScene
    /// Up to where each channel was known when the house started: what is told from before is not ours to recover.
    private let baselines: [ChannelID: Date]
    /// When the newest message that was taken in was said: what has no name and is told again is not later.
    private let newest = Mutex<[ChannelID: Date]>([:])

    private static let slack: TimeInterval = 2  // Between the network's clock and ours.
    private static let wrongClock: TimeInterval = 600  // A clock that is off by more does not tell when something was said.

    init(port: PortSettings, scene: PortScene) {
        self.port = port
        self.scene = scene
        let start = scene.time.now
        baselines = Dictionary(
            port.rooms.map { room in
                let last = scene.store.channel(room.id)?.lastMessage ?? 0
                return (room.id, last.isNone ? start : Snowflake.date(of: last).addingTimeInterval(-Self.slack))
            }
        ) { first, _ in first }
    }

    /// - Throws: what the store throws.
    func take(_ events: [IRCEvent]) async throws {
        let now = scene.time.now
        var arrivals: [Incoming] = []
        for event in events {
            guard let arrival = try await incoming(event, at: now) else { continue }
            arrivals.append(arrival)
        }
        try await scene.store.append(arrivals)
    }

    /// Nil for what the house does not follow: who comes, goes and is called otherwise.
    private func incoming(_ event: IRCEvent, at now: Date) async throws -> Incoming? {
        switch event {
        case .said(let said):
            // Without a name, what we said ourselves is known by its delivery alone.
            guard let channel = channel(said.room), !said.isOwn || said.msgid != nil else { return nil }
            if said.isLate, let time = said.time, let baseline = baselines[channel], time < baseline { return nil }
            if said.isLate, said.msgid == nil, let time = said.time, let newest = newest.withLock({ $0[channel] }), time <= newest
            {
                return nil
            }
            let message = try await message(said, in: channel, at: now)
            newest.withLock { $0[channel] = max($0[channel] ?? .distantPast, message.createdAt) }
            return arrival(.message(message), at: now, isLate: said.isLate, isOwn: said.isOwn, name: said.msgid)
        case .removed(let room, let msgid, let by):
            guard let channel = channel(room), let message = try await scene.naming.known(msgid, in: channel) else { return nil }
            return arrival(
                .delete(Removal(message: message, clan: clan, channel: channel, sender: user(by), at: now)), at: now,
                isOwn: by.isMe)
        case .reacted(let room, let msgid, let emoji, let by, let isRemoval):
            guard let channel = channel(room), let message = try await scene.naming.known(msgid, in: channel) else { return nil }
            return arrival(
                .reaction(
                    Reaction(
                        emoji: emoji, sender: user(by), senderName: by.nick, isRemoval: isRemoval, clan: clan,
                        channel: channel, message: message, messageAuthor: 0)), at: now, isOwn: by.isMe)
        case .connected, .lost, .joined, .left, .renamed, .topic: return nil
        }
    }

    private func message(_ said: IRCSaid, in channel: ChannelID, at now: Date) async throws -> Message {
        let id = try await scene.naming.message(named: said.msgid, in: channel)
        var references: [Reference] = []
        if let answered = said.replyTo, let message = try await scene.naming.known(answered, in: channel) {
            references = [Reference(message: message, sender: 0)]
        }
        var content = IRCFormatting.content(of: said.text)
        if said.kind == .action { content.prepend("* ") }
        return Message(
            id: id, clan: clan, channel: channel,
            author: Author(id: user(said.by), username: said.by.nick), content: content, references: references,
            channelLabel: said.room, createdAt: moment(said, now))
    }

    private func moment(_ said: IRCSaid, _ now: Date) -> Date {
        guard let time = said.time, said.isLate || abs(time.timeIntervalSince(now)) < Self.wrongClock else { return now }
        return min(time, now)
    }

    private func arrival(
        _ event: Event, at now: Date, isLate: Bool = false, isOwn: Bool = false, name: String? = nil
    ) -> Incoming? {
        EventFrame.bytes(of: event).map {
            Incoming(event: event, frame: $0, receivedAt: now, isLate: isLate, isOwn: isOwn, name: name)
        }
    }

    private var clan: ClanID { ClanID(port: port.name) }

    private func channel(_ room: String) -> ChannelID? {
        let id = ChannelID(port: port.name, room: room.lowercased())
        return port.rooms.contains { $0.id == id } ? id : nil
    }

    /// Who is logged in is known by the account, whatever the nick.
    private func user(_ person: IRCPerson) -> UserID {
        if person.isMe { return scene.me }
        return UserID(
            port: port.name, person: person.account.map { "account \($0)" } ?? "nick \(person.nick.lowercased())")
    }

    /// Up to where a room's messages are in the journal.
    func lastKnown(in room: String) async -> IRCKnown? {
        guard let channel = channel(room) else { return nil }
        do {
            guard let last = try await scene.store.lastMessages()[channel], !last.isNone else { return nil }
            return IRCKnown(msgid: try await scene.store.name(of: last, in: channel), time: Snowflake.date(of: last))
        } catch {
            scene.logger.warning(
                "Nobody knows what is missing of a channel", metadata: ["port.room": "\(room)", "port.error": "\(error)"])
            return nil
        }
    }
}
