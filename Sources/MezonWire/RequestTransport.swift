package import Foundation
package import MezonModel
import SwiftProtobuf

/// How an outgoing request travels: as an envelope of its own, or as a remote procedure.
package enum RequestTransport: Sendable {
    case envelope(RtEnvelope)
    case procedure(RPC, [UInt8])
    /// Nothing is left to be done: a mute whose end has come before it was carried out.
    case nothing

    /// - Parameter now: when it is sent: a mute travels as the seconds that are left of it.
    package init(_ outgoing: ResolvedAction, in channel: Channel, at now: Date) {
        let direct = ResolvedActionCodec.envelope(outgoing, in: channel)
        switch outgoing.request {
        case .edit: self = .procedure(.updateChannelMessage, direct?.channelMessageUpdate.wireBytes ?? [])
        case .delete: self = .procedure(.deleteChannelMessage, direct?.channelMessageRemove.wireBytes ?? [])
        case .pin(let message): self = Self.pin(message, in: channel)
        case .member(let action): self = Self.member(action, in: channel, at: now)
        case .editReply, .relay: self = .nothing  // They have become something else by now.
        case .send, .react, .direct, .whisper, .unreact: self = direct.map { .envelope($0) } ?? .nothing
        }
    }

    private static func pin(_ message: MessageID, in channel: Channel) -> RequestTransport {
        let request = ApiPinMessageRequest.with {
            $0.messageID = message.rawValue
            $0.channelID = channel.id.rawValue
            $0.clanID = channel.clan.rawValue
        }
        return .procedure(.createPinMessage, request.wireBytes)
    }

    private static func member(_ action: MemberAction, in channel: Channel, at now: Date) -> RequestTransport {
        switch action {
        case .mute(let user, let place, let until, let reason):
            guard let seconds = seconds(until: until, at: now) else { return .nothing }
            var request = ban(of: user, in: place, of: channel.clan)
            request.banTime = seconds
            request.reason = reason
            return .procedure(.banClanUsers, request.wireBytes)
        case .unmute(let user, let place):
            return .procedure(.unbanClanUsers, ban(of: user, in: place, of: channel.clan).wireBytes)
        case .kick(let user, let clan, _):
            let request = ApiRemoveClanUsersRequest.with {
                $0.clanID = clan.rawValue
                $0.userIds = [user.rawValue]
            }
            return .procedure(.removeClanUsers, request.wireBytes)
        case .unban: return .nothing  // Kept by the rules; the server knows nothing of it.
        case .addRole(let role, let user, let clan):
            var request = update(of: role, in: clan)
            request.addUserIds = [user.rawValue]
            return .procedure(.updateRole, request.wireBytes)
        case .removeRole(let role, let user, let clan):
            var request = update(of: role, in: clan)
            request.removeUserIds = [user.rawValue]
            return .procedure(.updateRole, request.wireBytes)
        }
    }

    private static func ban(of user: UserID, in channel: ChannelID, of clan: ClanID) -> ApiBanClanUsersRequest {
        .with {
            $0.clanID = clan.rawValue
            $0.channelID = channel.rawValue
            $0.userIds = [user.rawValue]
        }
    }

    private static func update(of role: RoleID, in clan: ClanID) -> ApiUpdateRoleRequest {
        .with {
            $0.roleID = role.rawValue
            $0.clanID = clan.rawValue
        }
    }

    /// Whole seconds, rounded up because zero means for ever; nil for what is over.
    private static func seconds(until end: Date?, at now: Date) -> Int32? {
        guard let end else { return 0 }
        let left = end.timeIntervalSince(now).rounded(.up)
        guard left > 0 else { return nil }
        return Int32(exactly: left) ?? .max  // Sixty-eight years are as good as more.
    }
}
