package import ChatModel
package import Foundation
import SwiftProtobuf

/// The transport of an outgoing request: an envelope, or a remote procedure.
package enum RequestTransport: Sendable {
    case envelope(RtEnvelope)
    case procedure(RPC, [UInt8])
    /// A procedure given by its name alone, which only HTTP can carry.
    case call(ProcedureCall)
    /// There is nothing to send, such as for a mute that has already ended.
    case nothing

    /// - Parameter now: The time of sending, because a mute is sent as its remaining seconds.
    package init(_ outgoing: ResolvedAction, in channel: Channel, at now: Date) {
        let direct = ResolvedActionCodec.envelope(outgoing, in: channel)
        switch outgoing.request {
        case .edit: self = .procedure(.updateChannelMessage, direct?.channelMessageUpdate.wireBytes ?? [])
        case .delete: self = .procedure(.deleteChannelMessage, direct?.channelMessageRemove.wireBytes ?? [])
        case .pin(let message): self = Self.pin(message, in: channel)
        case .clan(let action): self = Self.clan(action, in: channel)
        case .member(let action): self = Self.member(action, in: channel, at: now)
        case .call(let call): self = .call(call)
        case .editReply, .withdraw, .relay, .web: self = .nothing  // Already translated to other requests.
        case .account(let action): self = Self.account(action)
        case .send, .directMessage, .thread:
            self = outgoing.poll.map { Self.poll($0, in: channel) } ?? direct.map(RequestTransport.envelope) ?? .nothing
        case .react, .ephemeral, .unreact: self = direct.map { .envelope($0) } ?? .nothing
        }
    }

    private static func poll(_ poll: Poll, in channel: Channel) -> RequestTransport {
        let request = ApiCreatePollRequest.with {
            $0.channelID = channel.id.rawValue
            $0.clanID = channel.clan.rawValue
            $0.question = poll.question
            $0.answers = poll.answers
            $0.expireHours = Int32(clamping: poll.hours)
            $0.type = poll.allowsMultipleAnswers ? 1 : 0
        }
        return .procedure(.createPoll, request.wireBytes)
    }

    private static func account(_ action: AccountAction) -> RequestTransport {
        switch action {
        case .createGroup(let users, let name):
            let request = ApiCreateChannelDescRequest.with {
                $0.type = ChannelKind.group.rawValue
                $0.channelPrivate = 1
                $0.channelLabel = name
                $0.userIds = users.map(\.rawValue)
            }
            return .procedure(.createChannelDesc, request.wireBytes)
        case .closeConversation(let channel):
            return .procedure(.closeConversation, ApiDeleteChannelDescRequest.with { $0.channelID = channel.rawValue }.wireBytes)
        case .sendTokens, .giveCoffee, .playMedia: return .nothing  // For other servers than the gateway.
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

    private static func clan(_ action: ClanAction, in channel: Channel) -> RequestTransport {
        switch action {
        case .archiveThread, .archiveChannel:
            let request = ApiArchiveChannelRequest.with {
                $0.clanID = channel.clan.rawValue
                $0.channelID = channel.id.rawValue
            }
            return .procedure(.archiveChannel, request.wireBytes)
        case .nickname(let name, let clan):
            let request = ApiUpdateClanProfileRequest.with {
                $0.clanID = clan.rawValue
                $0.nickName = .with { $0.value = name }
            }
            return .procedure(.updateUserProfileByClan, request.wireBytes)
        case .status(let text, let clan):
            return .envelope(
                .with {
                    $0.customStatusEvent.clanID = clan.rawValue
                    $0.customStatusEvent.status = text
                })
        case .createChannel(let new, let clan):
            let request = ApiCreateChannelDescRequest.with {
                $0.clanID = clan.rawValue
                $0.categoryID = new.category.rawValue
                $0.type = new.kind.rawValue
                $0.channelLabel = new.name
                $0.channelPrivate = new.isPrivate ? 1 : 0
            }
            return .procedure(.createChannelDesc, request.wireBytes)
        }
    }

    private static func member(_ action: MemberAction, in channel: Channel, at now: Date) -> RequestTransport {
        switch action {
        case .mute(let user, let target, let until, let reason):
            guard let seconds = seconds(until: until, at: now) else { return .nothing }
            var request = ban(of: user, in: target, of: channel.clan)
            request.banTime = seconds
            request.reason = reason
            return .procedure(.banClanUsers, request.wireBytes)
        case .unmute(let user, let target):
            return .procedure(.unbanClanUsers, ban(of: user, in: target, of: channel.clan).wireBytes)
        case .kick(let user, let clan, _):
            let request = ApiRemoveClanUsersRequest.with {
                $0.clanID = clan.rawValue
                $0.userIds = [user.rawValue]
            }
            return .procedure(.removeClanUsers, request.wireBytes)
        case .unban: return .nothing  // Bans are implemented by the rules; the server has none.
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

    /// Returns the remaining whole seconds, rounded up because zero means no end; nil if the end has passed.
    private static func seconds(until end: Date?, at now: Date) -> Int32? {
        guard let end else { return 0 }
        let remaining = end.timeIntervalSince(now).rounded(.up)
        guard remaining > 0 else { return nil }
        return Int32(exactly: remaining) ?? .max  // About 68 years, the longest mute that the protocol can express.
    }
}
