import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf
import Testing

struct RequestTransportTests {
    private static let now = Date(timeIntervalSince1970: 1_795_000_000)
    private static let channel = Channel(id: 201, clan: 301, label: "general")

    private func transport(_ request: ResolvedAction.Request) -> RequestTransport {
        RequestTransport(ResolvedAction(channel: 201, request: request), in: Self.channel, at: Self.now)
    }

    private func procedure(_ request: ResolvedAction.Request) throws -> (RPC, [UInt8]) {
        guard case .procedure(let rpc, let body) = transport(request) else { throw WireError.notARequest }
        return (rpc, body)
    }

    private static let ends: [(Date?, Int32)] = [
        (nil, 0), (now.addingTimeInterval(600), 600), (now.addingTimeInterval(0.2), 1), (now.addingTimeInterval(59.5), 60),
        (now.addingTimeInterval(1e12), .max), (.distantFuture, .max),
    ]

    @Test(arguments: ends)
    func `a mute is sent as its remaining whole seconds, and zero means forever`(until: Date?, seconds: Int32) throws {
        let (rpc, body) = try procedure(.member(.mute(102, in: 201, until: until, reason: "spam")))
        var expected = ApiBanClanUsersRequest()
        expected.clanID = 301
        expected.channelID = 201
        expected.userIds = [102]
        expected.banTime = seconds
        expected.reason = "spam"
        #expect(rpc == .banClanUsers)
        #expect(body == expected.wireBytes)
    }

    @Test(arguments: [now, now.addingTimeInterval(-1), .distantPast])
    func `an expired mute sends no request`(until: Date) {
        guard case .nothing = transport(.member(.mute(102, in: 201, until: until, reason: ""))) else {
            Issue.record("a request would be sent")
            return
        }
    }

    @Test func `an unmute request contains channel and user`() throws {
        let (rpc, body) = try procedure(.member(.unmute(102, in: 201)))
        var expected = ApiBanClanUsersRequest()
        expected.clanID = 301
        expected.channelID = 201
        expected.userIds = [102]
        #expect(rpc == .unbanClanUsers)
        #expect(body == expected.wireBytes)
    }

    @Test func `a kick request contains the clan of the action`() throws {
        let (rpc, body) = try procedure(.member(.kick(102, of: 302, reason: "spam")))
        var expected = ApiRemoveClanUsersRequest()
        expected.clanID = 302
        expected.userIds = [102]
        #expect(rpc == .removeClanUsers)
        #expect(body == expected.wireBytes)
    }

    @Test(arguments: [
        (MemberAction.addRole(5, to: 102, of: 302), [Int64(102)], [Int64]()), (.removeRole(5, from: 102, of: 302), [], [102]),
    ])
    func `a role is added and removed by the same request without other changes`(
        action: MemberAction, added: [Int64], removed: [Int64]
    ) throws {
        let (rpc, body) = try procedure(.member(action))
        var expected = ApiUpdateRoleRequest()
        expected.roleID = 5
        expected.clanID = 302
        expected.addUserIds = added
        expected.removeUserIds = removed
        #expect(rpc == .updateRole)
        #expect(body == expected.wireBytes)
    }

    @Test func `a pin request contains its message`() throws {
        let (rpc, body) = try procedure(.pin(7))
        var expected = ApiPinMessageRequest()
        expected.messageID = 7
        expected.channelID = 201
        expected.clanID = 301
        #expect(rpc == .createPinMessage)
        #expect(body == expected.wireBytes)
    }

    @Test func `a thread is archived, and only the account's own nickname is changed`() throws {
        let (archive, thread) = try procedure(.clan(.archiveThread(named: "ticket")))
        #expect(archive == .archiveChannel)
        #expect(
            thread
                == ApiArchiveChannelRequest.with {
                    $0.clanID = 301
                    $0.channelID = 201
                }.wireBytes)
        let (rename, profile) = try procedure(.clan(.nickname("Helper", of: 302)))
        #expect(rename == .updateUserProfileByClan)
        #expect(
            profile
                == ApiUpdateClanProfileRequest.with {
                    $0.clanID = 302
                    $0.nickName = .with { $0.value = "Helper" }
                }.wireBytes)
    }

    @Test func `a channel is created in its clan and archived by its id`() throws {
        let new = NewChannel("plans", kind: .voice, category: 8, isPrivate: true)
        let (create, body) = try procedure(.clan(.createChannel(new, of: 302)))
        #expect(create == .createChannelDesc)
        #expect(
            body
                == ApiCreateChannelDescRequest.with {
                    $0.clanID = 302
                    $0.categoryID = 8
                    $0.type = 10
                    $0.channelLabel = "plans"
                    $0.channelPrivate = 1
                }.wireBytes)
        let (archive, archived) = try procedure(.clan(.archiveChannel(201)))
        #expect(archive == .archiveChannel)
        #expect(
            archived
                == ApiArchiveChannelRequest.with {
                    $0.clanID = 301
                    $0.channelID = 201
                }.wireBytes)
    }

    @Test func `the status is an envelope, and a call keeps its name and bytes`() throws {
        let place = Channel(id: 201, clan: 301, label: "general")
        let status = RequestTransport(
            ResolvedAction(channel: 201, request: .clan(.status("away", of: 302))), in: place, at: Self.now)
        guard case .envelope(let envelope) = status else { throw WireError.notARequest }
        #expect((envelope.customStatusEvent.clanID, envelope.customStatusEvent.status) == (302, "away"))
        let call = ProcedureCall("CreateEvent", body: Data([8, 1]))
        guard
            case .call(let sent) = RequestTransport(
                ResolvedAction(channel: 201, request: .call(call)), in: place, at: Self.now)
        else { throw WireError.notARequest }
        #expect(sent == call)
    }

    @Test func `a poll is created by a procedure, also in a direct conversation`() throws {
        let draft = Draft(poll: Poll("Lunch?", ["Phở", "Bún"], hours: 4, allowsMultipleAnswers: true))
        for request in [ResolvedAction.Request.send(draft, answering: nil, topic: 0), .directMessage(draft, to: 7)] {
            let (rpc, body) = try procedure(request)
            #expect(rpc == .createPoll)
            #expect(
                body
                    == ApiCreatePollRequest.with {
                        $0.channelID = Self.channel.id.rawValue
                        $0.clanID = Self.channel.clan.rawValue
                        $0.question = "Lunch?"
                        $0.answers = ["Phở", "Bún"]
                        $0.expireHours = 4
                        $0.type = 1
                    }.wireBytes)
        }
    }

    @Test func `a group is a conversation of some users, and closing one names its channel`() throws {
        let (create, group) = try procedure(.account(.createGroup([5, 6], name: "Lunch")))
        #expect(create == .createChannelDesc)
        #expect(
            group
                == ApiCreateChannelDescRequest.with {
                    $0.type = 2
                    $0.channelPrivate = 1
                    $0.channelLabel = "Lunch"
                    $0.userIds = [5, 6]
                }.wireBytes)
        let (close, closed) = try procedure(.account(.closeConversation(900)))
        #expect(close == .closeConversation)
        #expect(closed == ApiDeleteChannelDescRequest.with { $0.channelID = 900 }.wireBytes)
    }

    @Test func `a direct message is sent to its channel`() throws {
        let conversation = Channel(id: 900, clan: 0, kind: .direct, label: "", isPrivate: true, partner: 102)
        let outgoing = ResolvedAction(channel: 102, request: .directMessage("hi", to: 102))
        guard case .envelope(let envelope) = RequestTransport(outgoing, in: conversation, at: Self.now) else {
            throw WireError.notARequest
        }
        let sent = envelope.channelMessageSend
        #expect((sent.clanID, sent.channelID, sent.mode, sent.isPublic) == (0, 900, 4, false))
        #expect(sent.content == #"{"t":"hi"}"#)
    }
}
