import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import Testing

struct ResolvedActionCodecTests {
    private static let channel = Channel(id: 1_977_287_012_746_530_816, clan: 1_840_666_462_012_837_888, label: "general")

    @Test func `a reply is encoded as by Mezon's client`() throws {
        let content = ContentJSON.decode(
            #"{"t":"a reply","components":[{"components":[{"id":"confirm","type":1,"component":{"label":"OK","style":3}}]}]}"#)
        let quoted = Reference(
            message: 2_123_920_948_926_091_265, sender: 1_775_731_152_322_039_808, senderName: "Al",
            senderAvatar: "https://cdn.mezon.ai/a.png", content: Content("@probe-bot *ping 😀"))
        let outgoing = ResolvedAction(channel: Self.channel.id, request: .send(Draft(content), answering: quoted, topic: 0))
        let written = try #require(ResolvedActionCodec.envelope(outgoing, in: Self.channel)).channelMessageSend
        var golden = try envelope("reply with a button (TS), cid 7").channelMessageSend
        #expect(ContentJSON.decode(golden.content) == ContentJSON.decode(written.content))
        golden.content = written.content  // The keys are sorted here, unlike in the client's JSON.
        #expect(written.wireBytes == golden.wireBytes)
    }

    @Test(arguments: [
        Draft(poll: Poll("Lunch?", ["Phở", "Bún"], hours: 4)), Draft(location: Location(latitude: 10.5, longitude: -3)),
        Draft(contact: ContactCard(5, username: "an")),
    ])
    func `the kind of a message is kept in the outbox, and is its code on the wire`(draft: Draft) throws {
        for request in [ResolvedAction.Request.send(draft, answering: nil, topic: 0), .directMessage(draft, to: 7)] {
            let outgoing = ResolvedAction(channel: Self.channel.id, request: request)
            #expect(try ResolvedActionCodec.outgoing(ResolvedActionCodec.bytes(outgoing)) == outgoing)
            let wire = ResolvedActionCodec.envelope(outgoing, in: Self.channel)?.channelMessageSend
            #expect(wire?.code == draft.kind?.code.rawValue)
        }
    }

    @Test func `an edit is encoded as by Mezon's client`() throws {
        let outgoing = ResolvedAction(
            channel: Self.channel.id, request: .edit(2_123_920_949_001_588_738, "edited pong", topic: 0))
        let golden = try envelope("edit as api 181 (TS), cid 8").apiRequestEvent
        #expect(ResolvedActionCodec.envelope(outgoing, in: Self.channel)?.channelMessageUpdate.wireBytes == Array(golden.body))
        #expect(RPC(index: golden.apiIndex) == .updateChannelMessage)
        #expect(golden.apiName == RPC.updateChannelMessage.rawValue)
    }

    @Test func `a delete is encoded as by Mezon's client`() throws {
        let outgoing = ResolvedAction(channel: Self.channel.id, request: .delete(2_123_920_948_229_836_802, topic: 0))
        let golden = try envelope("delete as api 182, cid 8").apiRequestEvent
        #expect(ResolvedActionCodec.envelope(outgoing, in: Self.channel)?.channelMessageRemove.wireBytes == Array(golden.body))
        #expect(RPC(index: golden.apiIndex) == .deleteChannelMessage)
        #expect(golden.apiName == RPC.deleteChannelMessage.rawValue)
    }

    @Test func `a reaction is encoded as by Mezon's client, without an emoji id`() throws {
        let outgoing = ResolvedAction(
            channel: Self.channel.id,
            request: .react(":smile:", message: 2_123_920_948_229_836_802, author: 1_840_651_400_184_000_512))
        var golden = try envelope("reaction, cid 7")
        golden.messageReactionEvent.emojiID = 0
        var written = try #require(ResolvedActionCodec.envelope(outgoing, in: Self.channel))
        written.cid = 7
        #expect(written.wireBytes == golden.wireBytes)
    }

    @Test func `an ephemeral message is encoded as by Mezon's client`() throws {
        let outgoing = ResolvedAction(
            channel: Self.channel.id, request: .ephemeral("psst", to: 1_775_731_152_322_039_808, topic: 0))
        var golden = try envelope("ephemeral (Python), cid 9")
        var written = try #require(ResolvedActionCodec.envelope(outgoing, in: Self.channel))
        let content = written.ephemeralMessageSend.message.content
        #expect(ContentJSON.decode(golden.ephemeralMessageSend.message.content) == ContentJSON.decode(content))
        golden.ephemeralMessageSend.message.content = content  // The client's JSON also contains empty keys.
        written.cid = 9
        #expect(written.wireBytes == golden.wireBytes)
    }

    @Test func `a removed reaction is encoded as a reaction with its action set`() throws {
        let put = ResolvedAction(channel: 1, request: .react("👍", message: 7, author: 8))
        let taken = ResolvedAction(channel: 1, request: .unreact("👍", message: 7, author: 8))
        var expected = try #require(ResolvedActionCodec.envelope(put, in: Self.channel))
        expected.messageReactionEvent.action = true
        #expect(try #require(ResolvedActionCodec.envelope(taken, in: Self.channel)) == expected)
    }

    private static let rich = Draft(
        Content("@an *look* here", markup: [Markup("b", TextRange(4, 10))], extras: ["embed": .array([.object([:])])]),
        mentions: [Mention(user: 101, username: "an", role: 3, roleName: "staff", range: TextRange(0, 3))],
        attachments: [
            Attachment(filename: "a.png", url: "https://x/a.png", mediaType: "image/png", sizeInBytes: 9, width: 2, height: 3)
        ])

    @Test(arguments: [
        ResolvedAction.Request.send("text", answering: nil, topic: 0),
        .send(rich, answering: Reference(to: .make(text: "q", id: 5)), topic: 9),
        .send("", answering: nil, topic: 0),
        .react("👍", message: 7, author: 8),
        .edit(7, rich, topic: 9), .editReply(to: 7, rich, topic: 9),
        .delete(7, topic: 9), .directMessage(rich, to: 102), .ephemeral(rich, to: 102, topic: 9),
        .unreact("👍", message: 7, author: 8),
        .pin(7), .thread(ThreadOpening("ticket", isPrivate: true, members: [102], draft: "hi"), answering: nil),
        .clan(.status("away", of: 302)), .clan(.createChannel(NewChannel("plans"), of: 302)), .clan(.archiveChannel(201)),
        .call(ProcedureCall("CreateEvent", body: Data([8, 1]))),
        .clan(.archiveThread(named: nil)), .clan(.archiveThread(named: "ticket")), .clan(.nickname("Helper", of: 1)),
        .member(.mute(102, in: 201, until: Date(timeIntervalSince1970: 1_795_000_000.25), reason: "spam")),
        .member(.mute(102, in: 201, until: nil, reason: "")), .member(.unmute(102, in: 201)),
        .member(.kick(102, of: 301, reason: "spam")), .member(.addRole(5, to: 102, of: 301)),
        .member(.removeRole(5, from: 102, of: 301)),
    ])
    func `a stored request is decoded unchanged`(request: ResolvedAction.Request) throws {
        let outgoing = ResolvedAction(channel: 201, request: request)
        #expect(try ResolvedActionCodec.outgoing(ResolvedActionCodec.bytes(outgoing)) == outgoing)
    }

    private static let face = RelayedMessage.DisplayProfile("An 🎉", avatar: "https://x/a.png")

    private static let headed: RelayedMessage = {
        var relayed = RelayedMessage(of: 7, in: 202, by: 102, as: face, .show("", answering: nil))
        relayed.headers = "<ticket>@id=7</ticket>"
        return relayed
    }()

    private static let relays: [RelayedMessage] = [
        RelayedMessage(of: 7, in: 202, by: 102, as: face, .show(rich, answering: Reference(to: .make(text: "q", id: 5)))),
        RelayedMessage(of: 7, in: 202, by: 102, as: RelayedMessage.DisplayProfile(""), .show("", answering: nil)),
        RelayedMessage(of: 7, in: 202, by: 102, as: face, .edit(rich)), RelayedMessage(of: 7, in: 202, .delete), headed,
        RelayedMessage(of: 7, in: 202, by: 102, .react("👍")), RelayedMessage(of: 9, in: 202, by: 102, .unreact("")),
    ]

    @Test(arguments: relays)
    func `a stored relay is decoded unchanged, also in the older format`(relayed: RelayedMessage) throws {
        let outgoing = ResolvedAction(channel: 201, request: .relay(relayed))
        #expect(try ResolvedActionCodec.outgoing(ResolvedActionCodec.bytes(outgoing)) == outgoing)
        #expect(try ResolvedActionCodec.outgoing(Array(JSONEncoder().encode(outgoing))) == outgoing)
    }

    @Test(arguments: [
        [UInt8](), [0], [0, 0xFF], [0, 0x08, 0x01], [0x08], [0xFF, 0, 0, 0, 0, 0, 0xFF], [0x08, 0x01, 0xB2, 0x01, 0x00],
    ])
    func `stored bytes that are not a request are an error`(bytes: [UInt8]) {
        #expect(throws: WireError.self) { try ResolvedActionCodec.outgoing(bytes) }
    }

    @Test func `mentioning everyone sets the mentionEveryone field`() {
        let draft = Draft(Content("@here"), mentions: [Mention(user: Mention.everyone, range: TextRange(0, 5))])
        let outgoing = ResolvedAction(channel: 1, request: .send(draft, answering: nil, topic: 0))
        #expect(ResolvedActionCodec.envelope(outgoing, in: Self.channel)?.channelMessageSend.mentionEveryone == true)
    }

    private func envelope(_ name: String) throws -> RtEnvelope {
        guard case .envelope(let envelope) = try Frame(Golden.frame(name)) else { throw WireError.notARequest }
        return envelope
    }
}
