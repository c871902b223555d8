import BotKit
import ChatModel
import Foundation
import Testing

@testable import BotTesting
@testable import ProgramBots

/// Tests of files, topics, forms and Mezon's own events in handlers for the Python SDK.
@Suite(.enabled(if: TestProgram.python != nil, Comment(rawValue: TestProgram.isMissing)))
struct MezonAdapterContentTests {
    @Test func `attachments are sent by address and by content`() async throws {
        let clan = try await SDKProgram.clan(
            handling: "question = await channel.messages.fetch(message.id)",
            "picture = ApiMessageAttachment(filename='a.png', filetype='image/png', url='https://cdn.mezon.vn/a.png', size=5, width=2)",
            "await channel.send('a', attachments=[picture])",
            "await question.reply('', attachments=[file('b.txt', 'xin chào')])")
        let actions = try await clan.user("an").says("hello")
        let picture = ChatModel.Attachment(
            filename: "a.png", url: "https://cdn.mezon.vn/a.png", mediaType: "image/png", sizeInBytes: 5, width: 2)
        var files: [ChatModel.Attachment] = []
        for case .send(let draft, _) in actions { files += draft.attachments }
        #expect(files == [picture], "\(clan.transcript)")
        let sent = try clan.messages().flatMap(\.attachments).filter { $0.filename == "b.txt" }
        #expect(sent.map(\.mediaType) == ["text/plain"])
        #expect(sent.map(\.sizeInBytes) == [9])
    }

    @Test func `attachments of a message are described and read`() async throws {
        let clan = try await SDKProgram.clan(
            handling: "one = message.attachments[0]", "text = (await download(one)).decode()",
            "await channel.send(f'{one.filename} {one.filetype} {one.size} {one.duration} {text}')")
        clan.http("https://cdn.mezon.vn/a.txt", answers: HTTPResponse("sunny"))
        let file = ChatModel.Attachment(
            filename: "a.txt", url: "https://cdn.mezon.vn/a.txt", mediaType: "text/plain", sizeInBytes: 5)
        try await clan.user("an").says("look", attaching: [file])
        #expect(try clan.messages().last?.text == "a.txt text/plain 5 None sunny", "\(clan.transcript)")
    }

    @Test func `a web request and its outcome are those of the host`() async throws {
        let clan = try await SDKProgram.clan(
            """
            async def ask(message):
                request("https://api.example.org/", name="w", json={"a": 1}, note=message.content["t"])
            async def tell(outcome):
                channel = await client.channels.fetch(outcome.channel_id)
                await channel.send(f"{outcome.name} {outcome.note} {outcome.status} {outcome.text} {outcome.failure}")
            client.on_channel_message(ask)
            client.on_web_response(tell)
            """)
        clan.http("https://api.example.org/", answers: HTTPResponse("sunny"))
        try await clan.user("an").says("hello")
        #expect(try clan.messages().last?.text == "w hello 200 sunny None", "\(clan.transcript)")
    }

    @Test func `messages stay in the topic of the event, and reach no other`() async throws {
        let clan = try await SDKProgram.clan(
            handling: "question = await channel.messages.fetch(message.id)",
            "await question.reply('a', topic_id=message.topic_id)", "await channel.send('b', topic_id=question.topic_id)",
            "if message.content['t'] == 'stray': await channel.send('c', topic_id=9)")
        func say(_ text: String) async throws -> [Action] {
            let request = ResolvedAction.Request.send(Draft(text), answering: nil, topic: 7)
            return try await clan.user("an").act(request, in: clan.place("general"), "an writes in a topic").asked.map(\.action)
        }
        let general = try clan.place("general").id
        #expect(try await say("hello") == [.reply("a"), .send("b", to: general)], "\(clan.transcript)")
        // The history of the channel itself is without the messages of topics.
        #expect(try clan.messages().map(\.text) == [])
        #expect(try await say("stray") == [])
        #expect(clan.transcript.contains("a message with 'topic_id' cannot be sent by programs in mezon-bot"))
    }

    @Test func `a form, its button and a select reach their handlers`() async throws {
        let clan = try await SDKProgram.clan(
            """
            async def ask(message):
                channel = await client.channels.fetch(message.channel_id)
                card = (InteractiveBuilder('Order').add_input_field('name', 'Name', 'Who?', InputFieldOption(type='text'))
                    .add_select_field('drink', 'Drink', [SelectFieldOption(label='Tea', value='tea')])
                    .add_radio_field('size', 'Size', [RadioFieldOption(label='Big', value='big')], max_options=1)
                    .add_datepicker_field('day', 'Day').build())
                select = {'id': 'colour', 'type': 2, 'component': {'options': [{'label': 'Red', 'value': 'red'}]}}
                row = {'components': ButtonBuilder().add_button('ok', 'OK', ButtonMessageStyle.SUCCESS).build() + [select]}
                await channel.send(ChannelMessageContent(t='order', embed=[card], components=[row]))
            async def pressed(event):
                channel = await client.channels.fetch(event.channel_id)
                await channel.send(f'{event.button_id} {event.extra_data} {channel.clan.id > 0}')
            async def chosen(event):
                channel = await client.channels.fetch(event.channel_id)
                await channel.send(f'{event.selectbox_id} {event.values}')
            client.on_channel_message(ask)
            client.on_message_button_clicked(pressed)
            client.on_dropdown_box_selected(chosen)
            """)
        let an = clan.user("an")
        let asked = try await an.says("hello")
        guard case .send(let draft, _)? = asked.first else { return #expect(Bool(false), "\(clan.transcript)") }
        let fields = draft.content.extras["embed"]?.array?.first?.object?["fields"]?.array?.compactMap {
            $0.object?["inputs"]?.object
        }
        #expect(fields?.compactMap { $0["type"]?.integer } == [3, 2, 5, 4])
        try await an.presses("OK", filling: ["name": "An"])
        #expect(try clan.messages().last?.text == #"ok {"name":"An"} True"#, "\(clan.transcript)")
        try await an.chooses(["red"], from: "colour")
        #expect(try clan.messages().last?.text == "colour ['red']", "\(clan.transcript)")
    }

    @Test func `tokens, coffee and the menu reach their handlers`() async throws {
        let clan = try await SDKProgram.clan(
            """
            async def paid(event):
                user = await client.users.fetch(event.sender_id)
                await user.send_dm_message(f'{event.amount} from {event.sender_name}: {event.note}')
            async def treated(event):
                channel = await client.channels.fetch(event.channel_id)
                await channel.send(f'coffee {event.receiver_id == client.client_id}')
            async def chosen(event):
                channel = await client.channels.fetch(event.message.channel_id)
                await channel.send(f'menu {event.menu_name}')
            client.on_token_send(paid)
            client.on_give_coffee(treated)
            client.on_quick_menu_event(chosen)
            """)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        #expect(try await an.sendsTokens(5, note: "tea") == [.directMessage("5 from an: tea", to: an.id)], "\(clan.transcript)")
        #expect(try await an.sendsTokens(5, to: binh) == [])
        try await an.chooses("weather")
        #expect(try clan.messages().last?.text == "menu weather", "\(clan.transcript)")
        try await an.givesCoffee()
        #expect(try clan.messages().last?.text == "coffee True", "\(clan.transcript)")
    }

    /// The public names of the SDK's objects, version 1.8.3, that the adapter does not offer.
    private static let missing = """
        for owner, names in [
            (client, 'get_session initialize_managers connect_ai_agent_sse disconnect_ai_agent_sse get_zk_proof '
                'get_ephemeral_key_pair get_address_from_user_id get_current_nonce add_quick_menu_access '
                'delete_quick_menu_access list_quick_menu_access on_channel_created on_channel_updated on_channel_deleted '
                'on_channel_user_removed on_user_channel_added on_role_event on_clan_event_created on_streaming_joined_event '
                'on_streaming_leaved_event on_webrtc_signaling_fwd on_voice_started_event on_voice_ended_event '
                'on_ai_agent_enabled_event on_ai_agent_session_started on_ai_agent_session_ended '
                'on_ai_agent_session_summary_done on_notification mmn_api_url zk_api_url agent_event_url use_ssl login_url '
                'timeout_ms event_manager message_db api_client socket_manager session_manager channel_manager mmn_client '
                'zk_client ephemeral_key_pair address zk_proof'),
            (channel.clan, 'name welcome_channel_id client_id api_client socket_manager session_token message_db '
                'list_channel_voice_users update_role list_roles'),
            (channel, 'category_id category_name meeting_code socket_manager message_db message_fetcher'),
            (question, 'socket_manager'),
            (message, 'channel_label clan_logo category_name mode is_public hide_editted referenced_message from_protobuf '
                'to_message_dict to_db_dict from_db_dict'),
            (user, 'dm_channel_id channel_manager socket_manager create_dm_channel'),
            (client.users, 'size first filter map values delete clear'),
            (ack, 'message_id channel_id code'),
            (message.references[0], 'message_sender_id message_sender_username content has_attachment'),
        ]:
            for name in names.split():
                full = f'{type(owner).__name__}.{name}'
                try:
                    found.append(f'{full}: {hasattr(owner, name)}')
                except NotImplementedError as error:
                    if isinstance(error, AttributeError) or not str(error).startswith(f'{full} is not available in mezon-bot: '):
                        found.append(str(error))
        """

    @Test func `every name that is not offered says so and what to use instead`() async throws {
        let clan = try await SDKProgram.clan(
            """
            async def handle(message):
                if not message.references: return
                channel = await client.channels.fetch(message.channel_id)
                question, user = await channel.messages.fetch(message.id), await client.users.fetch(message.sender_id)
                ack, found = await channel.send('a'), []
            \(Self.missing.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
                await channel.send('; '.join(found) or 'all named')
            client.on_channel_message(handle)
            """)
        let an = clan.user("an")
        try await an.says("first")
        try await an.says("hello", replyingTo: try clan.messages().last)
        #expect(try clan.messages().last?.text == "all named", "\(clan.transcript)")
    }
}
