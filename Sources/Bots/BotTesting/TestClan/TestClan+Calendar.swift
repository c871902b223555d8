public import BotKit
public import Foundation
import MezonProtocol
import MezonTestGateway
import SwiftProtobuf

/// The calendar of a test clan, which its owner keeps.
extension TestClan {
    /// Creates an event in the clan's calendar.
    ///
    /// - Parameters:
    ///   - title: The title, by which it can be changed and deleted.
    ///   - start: The start.
    ///   - channel: The name of the voice channel in which it takes place; nil for none.
    /// - Returns: The actions that bots and rules request because of it.
    /// - Throws: `TestClanError`.
    @discardableResult
    public func createEvent(_ title: String, startingAt start: Date, in channel: String? = nil) async throws -> [Action] {
        try await create(title, startingAt: start, in: channel).map(\.action)
    }

    /// Gives an event of the clan's calendar another title.
    ///
    /// - Throws: `TestClanError`.
    @discardableResult
    public func renameEvent(_ title: String, to other: String) async throws -> [Action] {
        try await change(title, to: other).map(\.action)
    }

    /// Deletes an event of the clan's calendar.
    ///
    /// - Throws: `TestClanError`.
    @discardableResult
    public func deleteEvent(_ title: String) async throws -> [Action] { try await change(title, to: nil).map(\.action) }

    func create(_ title: String, startingAt start: Date, in channel: String?) async throws -> [RequestedAction] {
        let place: Channel? = if let channel { try self.place(channel) } else { nil }
        let request = ApiCreateEventRequest.with {
            $0.title = title
            $0.clanID = id.rawValue
            $0.channelVoiceID = place?.id.rawValue ?? 0
            $0.startTimeSeconds = UInt32(clamping: Int(start.timeIntervalSince1970))
        }
        return try await calendar("creates the event \(title)") { gateway, owner, now in
            try gateway.call(.createEvent, request.wireBytes, as: owner, at: now).pushes
        }
    }

    /// - Parameter other: The new title; nil to delete the event.
    func change(_ title: String, to other: String?) async throws -> [RequestedAction] {
        let list = ApiListEventsRequest.with { $0.clanID = id.rawValue }
        let clan = id
        return try await calendar(other.map { "renames the event \(title) to \($0)" } ?? "deletes the event \(title)") {
            gateway, owner, now in
            let answer = try gateway.call(.listEvents, list.wireBytes, as: owner, at: now).answer
            guard let event = try ApiEventList(serializedBytes: answer).events.first(where: { $0.title == title }) else {
                throw TestClanError.noMessage("the calendar has no event '\(title)'")
            }
            guard let other else {
                let request = ApiDeleteEventRequest.with {
                    $0.eventID = event.id
                    $0.clanID = clan.rawValue
                }
                return try gateway.call(.deleteEvent, request.wireBytes, as: owner, at: now).pushes
            }
            let request = ApiUpdateEventRequest.with {
                $0.eventID = event.id
                $0.clanID = clan.rawValue
                $0.title = other
            }
            return try gateway.call(.updateEvent, request.wireBytes, as: owner, at: now).pushes
        }
    }

    private func calendar(
        _ words: String, _ operation: @escaping @Sendable (inout InMemoryGateway, UserID, Date) throws -> [RtEnvelope]
    ) async throws -> [RequestedAction] {
        let (now, owner) = (now, user(TestClanSetup.owner))
        return try await perform("the owner \(words)", as: owner) { try operation(&$0, owner.id, now) }
    }
}
