import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// A change to a clan's event, by the numbers of the wire.
    private enum EventAction: Int32 { case created = 1, updated, deleted, interested, notInterested }

    /// Returns the events of a clan, except those in channels that the caller cannot read.
    func eventList(_ wire: ApiListEventsRequest, by user: UserID) throws(GatewayRequestError) -> ApiEventList {
        let clan = try clan(ClanID(wire.clanID), for: user)
        return .with { $0.events = clan.events.filter { sees(user, $0) } }
    }

    mutating func createEvent(_ wire: ApiCreateEventRequest, by user: UserID, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<ApiEventManagement>
    {
        let clan = try clan(ClanID(wire.clanID), for: user)
        try require(.manageClan, of: user, in: clan.id)
        guard clan.events.count < limits.eventsPerClan else {
            throw GatewayRequestError.exhausted("a clan has at most \(limits.eventsPerClan) events")
        }
        let event = ApiEventManagement.with {
            $0.id = nextID(at: now)
            $0.title = wire.title
            $0.logo = wire.logo
            $0.description_p = wire.description_p
            $0.active = 1
            $0.creatorID = user.rawValue
            $0.clanID = clan.id.rawValue
            $0.channelVoiceID = wire.channelVoiceID
            $0.address = wire.address
            $0.startTimeSeconds = wire.startTimeSeconds
            $0.endTimeSeconds = wire.endTimeSeconds
            $0.createTimeSeconds = Self.seconds(now)
            $0.channelID = wire.channelID
            $0.eventStatus = 1
            $0.repeatType = wire.repeatType
            $0.isPrivate = wire.isPrivate
        }
        try check(event, for: user)
        clans[clan.id]?.events.append(event)
        return GatewayReply(event, [push(.created, event, by: user)])
    }

    /// Changes an event; allowed to its creator and to accounts that may manage the clan.
    mutating func updateEvent(_ wire: ApiUpdateEventRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        var event = try event(wire.eventID, in: ClanID(wire.clanID), for: user)
        try requireControl(of: event, by: user)
        if !wire.title.isEmpty { event.title = wire.title }
        if !wire.logo.isEmpty { event.logo = wire.logo }
        if !wire.description_p.isEmpty { event.description_p = wire.description_p }
        if !wire.address.isEmpty { event.address = wire.address }
        if wire.channelID != 0 { event.channelID = wire.channelID }
        if wire.channelVoiceID != 0 { event.channelVoiceID = wire.channelVoiceID }
        if wire.startTimeSeconds != 0 { event.startTimeSeconds = wire.startTimeSeconds }
        if wire.endTimeSeconds != 0 { event.endTimeSeconds = wire.endTimeSeconds }
        if wire.repeatType != 0 { event.repeatType = wire.repeatType }
        try check(event, for: user)
        replace(event)
        return [push(.updated, event, by: user)]
    }

    mutating func deleteEvent(_ wire: ApiDeleteEventRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        let event = try event(wire.eventID, in: ClanID(wire.clanID), for: user)
        try requireControl(of: event, by: user)
        let push = push(.deleted, event, by: user)
        clans[ClanID(event.clanID)]?.events.removeAll { $0.id == event.id }
        return [push]
    }

    /// Records that the caller is interested in an event, or no longer.
    mutating func setInterest(_ wire: ApiUserEventRequest, _ isInterested: Bool, by user: UserID) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        var event = try event(wire.eventID, in: ClanID(wire.clanID), for: user)
        guard event.userIds.contains(user.rawValue) != isInterested else { return [] }
        event.userIds.removeAll { $0 == user.rawValue }
        if isInterested { event.userIds.append(user.rawValue) }
        replace(event)
        return [push(isInterested ? .interested : .notInterested, event, by: user)]
    }

    private func event(_ id: Int64, in clan: ClanID, for user: UserID) throws(GatewayRequestError) -> ApiEventManagement {
        guard let event = try self.clan(clan, for: user).events.first(where: { $0.id == id && sees(user, $0) }) else {
            throw GatewayRequestError.notFound
        }
        return event
    }

    private mutating func replace(_ event: ApiEventManagement) {
        let clan = ClanID(event.clanID)
        guard let index = clans[clan]?.events.firstIndex(where: { $0.id == event.id }) else { return }
        clans[clan]?.events[index] = event
    }

    private func sees(_ user: UserID, _ event: ApiEventManagement) -> Bool {
        [event.channelID, event.channelVoiceID].allSatisfy { id in
            id == 0 || rooms[ChannelID(id)].map { reads(user, $0) } ?? false
        }
    }

    private func requireControl(of event: ApiEventManagement, by user: UserID) throws(GatewayRequestError) {
        if event.creatorID != user.rawValue { try require(.manageClan, of: user, in: ClanID(event.clanID)) }
    }

    private func check(_ event: ApiEventManagement, for user: UserID) throws(GatewayRequestError) {
        guard !event.title.isEmpty, event.title.utf8.count <= 200, event.wireBytes.count <= limits.eventBytes else {
            throw GatewayRequestError.invalid(
                "an event needs a title of at most 200 bytes, and has at most \(limits.eventBytes) bytes")
        }
        guard event.endTimeSeconds == 0 || event.endTimeSeconds > event.startTimeSeconds else {
            throw GatewayRequestError.invalid("an event ends after it starts")
        }
        for id in [event.channelID, event.channelVoiceID] where id != 0 {
            guard try room(ChannelID(id), for: user).channel.clan.rawValue == event.clanID else {
                throw GatewayRequestError.channelNotFound
            }
        }
    }

    private func push(_ action: EventAction, _ event: ApiEventManagement, by user: UserID) -> GatewayPush {
        let payload = ApiCreateEventRequest.with {
            $0.title = event.title
            $0.logo = event.logo
            $0.description_p = event.description_p
            $0.clanID = event.clanID
            $0.channelVoiceID = event.channelVoiceID
            $0.address = event.address
            $0.startTimeSeconds = event.startTimeSeconds
            $0.endTimeSeconds = event.endTimeSeconds
            $0.eventID = event.id
            $0.eventStatus = event.eventStatus
            $0.channelID = event.channelID
            $0.action = action.rawValue
            $0.repeatType = event.repeatType
            $0.creatorID = event.creatorID
            $0.userID = user.rawValue
            $0.isPrivate = event.isPrivate
        }
        let clan = ClanID(event.clanID)
        let receivers = subscriptions.connections {
            $0.clans.contains(clan) && isMember($0.user, of: clan) && sees($0.user, event)
        }
        return GatewayPush(message: .clanEventCreated(payload), receivers: receivers)
    }

    private func isMember(_ user: UserID, of clan: ClanID) -> Bool { clans[clan]?.members.contains(user) ?? false }
}
