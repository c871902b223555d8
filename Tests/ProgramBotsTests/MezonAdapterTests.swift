import BotKit
import ChatModel
import Foundation
import Testing

@testable import BotTesting
@testable import ProgramBots

/// Tests of the adapter for handlers that are written for Mezon's Python SDK, with the Python of the system.
@Suite(.enabled(if: TestProgram.python != nil, Comment(rawValue: TestProgram.isMissing)))
struct MezonAdapterTests {
    @Test func `the sample for the SDK passes its story`() async throws {
        let fixture = try Fixture(TestProgram.sample("fixtures/sdk_bot.jsonl"))
        #expect(try await fixture.replay(rules: SDKProgram.configuration(TestProgram.sample("sdk_bot.py"))).differences == [])
    }

    @Test func `calls of the SDK become actions`() async throws {
        let clan = try await SDKProgram.clan(
            handling: "question = await channel.messages.fetch(message.id)",
            "print('printed lines go to the log')",
            "await question.reply({'t': 'a', 'mk': [{'type': 'b', 's': 0, 'e': 1}]})",
            "await channel.send(ChannelMessageContent(text='b'))",
            "await question.react(emoji_id=1, emoji='👍', count=1)",
            "await question.react({'emoji_id': '1', 'emoji': '👎', 'count': 1})",
            "await question.delete()",
            "await (await client.users.fetch(message.sender_id)).send_dm_message('c')")
        let an = clan.user("an")
        let actions = try await an.says("hello")
        #expect(actions.count == 6, "\(clan.transcript)")
        #expect(actions.contains(.reply(Draft(Content("a", markup: [Markup("b", TextRange(0, 1))])))), "\(actions)")
        #expect(actions.contains(.react("👍")) && actions.contains(.react("👎")))
        #expect(actions.contains(.directMessage("c", to: an.id)))
    }

    @Test func `an order for tokens is that of the host`() async throws {
        let clan = try await SDKProgram.clan(
            handling: "from mezon.models import ApiSentTokenRequest",
            "await client.send_token(ApiSentTokenRequest(receiver_id=message.sender_id, amount=5, note='tea', sender_name='bot'))"
        )
        let an = clan.user("an")
        try await an.sendsTokens(5)
        #expect(try await an.says("hello") == [.account(.sendTokens(5, to: an.id, note: "tea"))])
    }

    @Test func `a card with a button is sent as the SDK builds it`() async throws {
        let clan = try await SDKProgram.clan(
            handling: "card = InteractiveBuilder('T').set_color('#ff0000').add_field('a', 'b').build()",
            "row = {'components': ButtonBuilder().add_button('ok', 'OK', 3).build()}",
            "await channel.send(ChannelMessageContent(t='c', embed=[card], components=[row]))")
        let extras: [String: JSONValue] = [
            "embed": [
                [
                    "title": "T", "color": "#ff0000", "timestamp": "2026-01-01T00:00:00Z",
                    "fields": [["name": "a", "value": "b", "inline": false]],
                ]
            ],
            "components": [["components": [["id": "ok", "type": 1, "component": ["label": "OK", "style": 3]]]]],
        ]
        let actions = try await clan.user("an").says("hello")
        guard case .send(let draft, _)? = actions.first else { return #expect(Bool(false), "\(clan.transcript)") }
        #expect(draft.content == Content("c", extras: extras))
    }

    @Test func `state that handlers store is committed with the answer`() async throws {
        let clan = try await SDKProgram.clan(
            handling: "count = (await load('channel') or 0) + 1", "await store(count, 'channel')",
            "await channel.send(ChannelMessageContent(t=str(count)))",
            "if message.content['t'] == 'fail': raise ValueError('no luck')")
        func texts(_ text: String) async throws -> [String] {
            try await clan.user("an").says(text).map { action in
                if case .send(let draft, _) = action { draft.content.text } else { "\(action)" }
            }
        }
        #expect(try await texts("a") == ["1"])
        #expect(try await texts("fail") == [])
        #expect(clan.transcript.contains("it reported: ValueError: no luck"), "\(clan.transcript)")
        try await clan.restart()
        #expect(try await texts("b") == ["2"])
    }

    @Test(arguments: [
        ("client.zk_proof", "MezonClient.zk_proof is not available in mezon-bot: use client.send_token"),
        (
            "(await client.send_token(ApiSentTokenRequest(receiver_id=1, amount=2))).tx_hash",
            "AddTxResponse.tx_hash is not available in mezon-bot: the order is executed after the handlers have ended"
        ),
        (
            "await client.send_token(ApiSentTokenRequest(receiver_id=1, amount=2, extra_attribute='a'))",
            "an order for tokens with 'extra_attribute' cannot be sent"
        ),
        ("await channel.clan.list_roles()", "Clan.list_roles is not available in mezon-bot: write the ids"),
        (
            "(await channel.send('a')).message_id",
            "ChannelMessageAck.message_id is not available in mezon-bot: the message is sent"
        ),
        ("await channel.send('a', anonymous_message=True)", "a message with 'anonymous_message' cannot be sent"),
        ("await channel.send('@a', mentions=[ApiMessageMention(role_id=4, s=0, e=2)])", "a mention of a role cannot be sent"),
        ("await client.clans.fetch(77)", "another clan than that of the event is not available"),
        ("InteractiveBuilder('a').add_table('b')", "InteractiveBuilder.add_table is not available in mezon-bot: write the card"),
        ("from mezon.models import ApiRole", "mezon.ApiRole is not available in mezon-bot: use the handlers"),
    ])
    func `a call that cannot be translated fails the event and is named`(call: String, problem: String) async throws {
        let clan = try await SDKProgram.clan(handling: call, "await channel.send('not reached')")
        #expect(try await clan.user("an").says("hello") == [])
        #expect(clan.transcript.contains("Missing: \(problem)"), "\(clan.transcript)")
    }

    @Test func `an event that programs do not receive is refused at the start`() throws {
        let folder = try TemporaryDirectory()
        let file = try TestProgram.write(
            "from mezon import MezonClient\nMezonClient(1, '').on('channel_created_event', print)", in: folder)
        let launch = try TestProgram.launch(["python3", TestProgram.sample("mezon_adapter"), file])
        #expect {
            _ = try Program("guest", launch, time: SystemTime()) { _ in }
        } throws: {
            "\($0)".contains("the event CHANNEL_CREATED is not available in mezon-bot: programs receive CHANNEL_MESSAGE")
        }
    }

    @Test func `other events reach their handlers`() async throws {
        let clan = try await SDKProgram.clan(
            """
            async def joined(event):
                user = await client.users.fetch(event.user.user_id)
                await user.send_dm_message('welcome ' + event.user.username)
            async def reacted(event):
                channel = await client.channels.fetch(event.channel_id)
                await channel.send(f'{event.emoji} {event.action}')
            client.on_add_clan_user(joined)
            client.on(Events.MESSAGE_REACTION, reacted)
            """)
        let guest = clan.user("khoa")
        #expect(try await guest.joins() == [.directMessage("welcome khoa", to: guest.id)])
        #expect(try await clan.user("an").says("hello") == [])
        #expect("\(try await guest.reacts("👍"))".contains("👍 False"), "\(clan.transcript)")
    }

    @Test func `a handler that is left running cannot act after its event`() async throws {
        let clan = try await SDKProgram.clan(
            """
            tasks, released = [], []
            async def handle(message):
                channel = await client.channels.fetch(message.channel_id)
                if tasks:
                    released[0].set()
                    await channel.send(repr((await asyncio.gather(tasks[0], return_exceptions=True))[0]))
                    return
                released.append(asyncio.Event())
                async def late():
                    await released[0].wait()
                    await channel.send('late')
                tasks.append(asyncio.create_task(late()))
            client.on_channel_message(handle)
            """)
        #expect(try await clan.user("an").says("a") == [])
        #expect("\(try await clan.user("an").says("b"))".contains("the event is over"), "\(clan.transcript)")
    }
}
