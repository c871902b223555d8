import BotConfig
import Foundation
import MezonModel
import MezonWire
import Persistence

/// Brings what others post into the journal, as messages said in the channels of their doors.
struct WebhookIntake: Sendable {
    private let port: PortSettings
    private let scene: PortScene
    /// By the paths of their doors.
    private let rooms: [String: PortSettings.Room]

    init(_ port: PortSettings, _ webhooks: WebhookSettings, _ scene: PortScene) {
        self.port = port
        self.scene = scene
        let doors = Dictionary(webhooks.rooms.map { ($0.name, $0.door) }) { first, _ in first }
        rooms = port.rooms.reduce(into: [:]) { rooms, room in
            if let door = doors[room.name] ?? nil { rooms[door.path] = room }
        }
    }

    /// Returns once the call is durable, whichever of several that are the same it was.
    ///
    /// - Throws: what the store throws, and `WebhookReceiverError` for a door of nobody's.
    func take(_ call: WebhookCall) async throws -> WebhookCall.Taken {
        guard let room = rooms[call.door] else { throw WebhookReceiverError.badPath(call.door) }
        // The journal would know it too, but only after a write.
        if let id = call.id, try await scene.store.message(named: id, in: room.id) != nil { return .known }
        let event = Event.message(try await message(call, in: room))
        guard let frame = EventFrame.bytes(of: event) else { preconditionFailure("every message has a frame") }
        // Two of the same that come at once have one id, and the second is none to the journal.
        let count = try await scene.store.append([
            Incoming(event: event, frame: frame, receivedAt: call.at, name: call.id)
        ])
        return count > 0 ? .new : .known
    }

    private func message(_ call: WebhookCall, in room: PortSettings.Room) async throws -> Message {
        let saying = try WebhookSaying(call)
        let person = saying.author.map { "name \($0)" } ?? "channel \(room.name)"
        return Message(
            id: try await scene.naming.message(named: call.id, in: room.id), clan: ClanID(port: port.name), channel: room.id,
            author: Author(
                id: UserID(port: port.name, person: person), username: saying.author ?? room.name, avatar: saying.avatar ?? ""),
            content: saying.content, attachments: saying.attachments, channelLabel: room.name, createdAt: call.at)
    }
}
