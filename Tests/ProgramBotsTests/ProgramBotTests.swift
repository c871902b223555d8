import BotKit
import Bots
import ChatModel
import Foundation
import Testing

@testable import BotTesting
@testable import ProgramBots

@Suite(.enabled(if: TestProgram.python != nil, Comment(rawValue: TestProgram.isMissing)))
struct ProgramBotTests {
    private func clan(_ lines: String, grants: String = "[reply]", more: String = "") async throws -> TestClan {
        let folder = try TemporaryDirectory()
        let program = try TestProgram.write(lines, in: folder)
        let clan = try await TestClan(
            rules: TestProgram.configuration(["python3", program], grants: grants, more: more))
        withExtendedLifetime(folder) {}
        return clan
    }

    @Test func `the twin in Python passes the story of the Swift bot`() async throws {
        let fixture = try Fixture(TestProgram.sample("fixtures/kudos.jsonl"))
        #expect(try await fixture.replay(bot(named: "kudos")).differences == [])
        try await expectStory(of: ["python3", TestProgram.sample("kudos.py")])
    }

    @Test(.enabled(if: TestProgram.node != nil, "node is not installed"))
    func `the twin in JavaScript passes the story of the Swift bot`() async throws {
        try await expectStory(of: ["node", TestProgram.sample("kudos.mjs")])
    }

    @Test(.enabled(if: TestProgram.nodeRemovesTypes, "node 22.6 or later, which removes types, is not installed"))
    func `the twin in TypeScript passes the story of the Swift bot`() async throws {
        try await expectStory(of: ["node", "--experimental-strip-types", TestProgram.sample("kudos.ts")])
    }

    @Test(arguments: ["kudos.py", "kudos.mjs", "kudos.ts"]) func `a twin has at most 15 lines`(name: String) throws {
        let lines = try String(contentsOfFile: TestProgram.sample(name), encoding: .utf8).split(separator: "\n")
        #expect(lines.count <= (name == "kudos.py" ? 12 : 15))
        #expect(lines.allSatisfy { $0.count <= 140 })
    }

    private func expectStory(of command: [String]) async throws {
        let fixture = try Fixture(TestProgram.sample("fixtures/kudos.jsonl"))
        #expect(try await fixture.replay(rules: TestProgram.configuration(command)).differences == [])
    }

    private func bot(named name: String) throws -> any Bot.Type { try #require(registry.bot(named: name)) }

    @Test func `state that a program has written survives a restart`() async throws {
        let clan = try await TestClan(
            rules: TestProgram.configuration(["python3", TestProgram.sample("kudos.py")]))
        let an = clan.user("an")
        #expect(try await an.says("*kudos @binh ơn này") == [.reply("+1 binh = 1: ơn này")])
        try await clan.restart()
        #expect(try await an.says("*kudos @binh") == [.reply("+1 binh = 2")])
        #expect(try await an.says("*kudos") == [.reply("Whom? Write *kudos @name reason")])
        #expect(try await an.says("not a command") == [])
    }

    @Test func `a program reads, reacts and is told the time, the options and a random number of the event`() async throws {
        let clan = try await clan(
            """
            import json, sys
            print(json.dumps({"hello": 1}), flush=True)
            for event in map(json.loads, sys.stdin):
                def ask(**line):
                    print(json.dumps({"turn": event["turn"], **line}), flush=True)
                    return json.loads(sys.stdin.readline())
                history = ask(read="history", limit=2)["answer"]
                member = ask(read="member", user=event["event"]["by"])["answer"]
                channel = ask(read="channel", ch=event["event"]["ch"])["answer"]
                message = ask(read="message", id=event["event"]["id"])["answer"]
                page = ask(read="http", url="https://example.org/")
                words = [event["config"]["greeting"], event["now"], channel["name"], message["name"], str(len(history)),
                    str(member["app"]), page["answer"]["text"] if "answer" in page else page["error"], str(event["random"] < 2 ** 53)]
                ask(actions=[{"reply": " ".join(words)}, {"react": "👍"}])
            """, grants: "[reply, react]", more: ", config: { greeting: hi }, http: { allow: [example.org] }")
        clan.http("https://example.org/", answers: HTTPResponse("sunny"))
        let actions = try await clan.user("an").says("hello")
        #expect(actions == [.reply("hi 2026-01-01T00:00:00Z general an 1 False sunny True"), .react("👍")])
    }

    @Test func `a program searches earlier messages`() async throws {
        let clan = try await clan(
            """
            import json, sys
            print(json.dumps({"hello": 1, "commands": [{"name": "find", "arguments": "words"}]}), flush=True)
            for event in map(json.loads, sys.stdin):
                print(json.dumps({"turn": event["turn"], "read": "search", "words": event["command"]["text"], "limit": 5}), flush=True)
                found = json.loads(sys.stdin.readline())["answer"]
                text = "; ".join(f"{one['name']}: {one['text']} {one['url'].endswith('#' + one['id'])}" for one in found)
                print(json.dumps({"turn": event["turn"], "actions": [{"reply": text or "nothing"}]}), flush=True)
            """)
        try await clan.user("binh").says("green tea", in: "random")
        #expect(try await clan.user("an").says("*find tea") == [.reply("binh: green tea True")], "\(clan.transcript)")
        #expect(try await clan.user("an").says("*find coffee") == [.reply("nothing")])
    }

    @Test func `a program hears only the events that it lists`() async throws {
        let clan = try await clan(
            """
            import json, sys
            print(json.dumps({"hello": 1, "events": ["join", "reaction"]}), flush=True)
            for event in map(json.loads, sys.stdin):
                kind = event["event"]["kind"]
                action = {"dm": "welcome " + event["event"]["name"]} if kind == "join" else {"reply": event["event"]["emoji"]}
                print(json.dumps({"turn": event["turn"], "actions": [action]}), flush=True)
            """, grants: "[reply, dm]")
        let guest = clan.user("khoa")
        #expect(try await guest.joins() == [.directMessage("welcome khoa", to: guest.id)])
        #expect(try await clan.user("an").says("hello") == [])
        #expect(try await guest.reacts("👍") == [.reply("👍")])
        #expect(try await guest.leaves() == [])
    }

    @Test func `a program hears of members who come online, go offline and type only if it lists it`() async throws {
        let script = """
            import json, sys
            print(json.dumps({"hello": 1, "events": EVENTS}), flush=True)
            for event in map(json.loads, sys.stdin):
                of = event["event"]
                text = f"{of['kind']} {of.get('left', False)} {'clan' in of}"
                print(json.dumps({"turn": event["turn"], "actions": [{"dm": text}]}), flush=True)
            """
        let told = try await clan(script.replacing("EVENTS", with: #"["presence", "typing"]"#), grants: "[dm]")
        let an = told.user("an")
        #expect(try await an.goesOnline() == [.directMessage("presence False True", to: an.id)])
        #expect(try await an.types() == [.directMessage("typing False True", to: an.id)])
        #expect(try await an.goesOffline() == [.directMessage("presence True True", to: an.id)])
        let other = try await clan(script.replacing("EVENTS", with: #"["typing"]"#), grants: "[dm]")
        #expect(try await other.user("an").goesOnline() == [])
        #expect(!other.transcript.contains("system-member"), "\(other.transcript)")
    }

    /// A program that answers a message with the actions that are its text.
    private static let obedient = """
        import json, sys
        print(json.dumps({"hello": 1}), flush=True)
        for event in map(json.loads, sys.stdin):
            print(json.dumps({"turn": event["turn"], "actions": json.loads(event["event"]["text"])}), flush=True)
        """
    private static let grants = "[reply, channels, media, status, tokens]"

    @Test func `a program sends tokens, sets its status, and creates and archives channels`() async throws {
        let clan = try await clan(Self.obedient, grants: Self.grants)
        let an = clan.user("an")
        try await an.sendsTokens(5)
        let random = clan.channel("random")
        let actions = try await an.says(
            """
            [{"send_tokens": {"user": "\(an.id)", "amount": 5, "note": "tea"}}, {"set_status": "on duty"}, {"set_status": {"text": ""}},
            {"create_channel": "plans"}, {"create_channel": {"name": "board", "type": "voice", "private": true}},
            {"archive_channel": "\(random)"}]
            """)
        #expect(actions.count == 6, "\(clan.transcript)")
        #expect(actions.first == .account(.sendTokens(5, to: an.id, note: "tea")))
        #expect(actions.last == .clan(.archiveChannel(random)))
        let others = actions.dropFirst().dropLast().map { action -> String in
            switch action {
            case .clan(.status(let text, _)): "status \(text)"
            case .clan(.createChannel(let new, _)): "\(new.name) \(new.kind.rawValue) \(new.isPrivate)"
            default: "\(action)"
            }
        }
        #expect(others == ["status on duty", "status ", "plans 1 false", "board 10 true"])
    }

    @Test func `media to be played are read`() async throws {
        let actions = ProgramAction(channel: 1, clan: 2, user: 3, now: Date(timeIntervalSince1970: 0)) { name, type, _ in
            Attachment(filename: name, url: "", mediaType: type, sizeInBytes: 0)
        }
        let playback: JSONValue = ["url": "https://a.test/a.mp3", "title": "A", "room": "hall", "participant": "DJ"]
        #expect(
            try await actions.actions([["play_media": playback], ["archive_channel": [:]]]) == [
                .account(.playMedia(MediaPlayback("https://a.test/a.mp3", title: "A", room: "hall", participant: "DJ"))),
                .clan(.archiveChannel(1)),
            ])
    }

    @Test func `polls, places, contacts, coffees and groups are read`() async throws {
        let actions = ProgramAction(channel: 1, clan: 2, user: 3, now: Date(timeIntervalSince1970: 0)) { name, type, _ in
            Attachment(filename: name, url: "", mediaType: type, sizeInBytes: 0)
        }
        let poll: JSONValue = ["question": "Lunch?", "answers": ["a", "b"], "hours": 4, "multiple": true]
        let contact: JSONValue = ["user": "7", "username": "an"]
        #expect(
            try await actions.actions([
                ["reply": ["poll": poll]], ["send": ["location": ["latitude": 10, "longitude": .number(-0.5)], "in": "9"]],
                ["dm": ["contact": contact]], ["give_coffee": ["message": "5", "user": "7"]],
                ["create_group": ["users": ["7", "8"], "name": "Lunch"]], ["close_conversation": [:]],
            ]) == [
                .reply(Draft(poll: Poll("Lunch?", ["a", "b"], hours: 4, allowsMultipleAnswers: true))),
                .send(Draft(location: Location(latitude: 10, longitude: -0.5)), to: 9),
                .directMessage(Draft(contact: ContactCard(7, username: "an")), to: 3),
                .account(.giveCoffee(CoffeeOrder(message: 5, author: 7, channel: 1, clan: 2))),
                .account(.createGroup([7, 8], name: "Lunch")), .account(.closeConversation(1)),
            ])
    }

    @Test(arguments: [
        (
            #"{"reply": {"poll": {"question": "q", "answers": ["a"]}}}"#,
            "its reply contains a poll with 1 answers; it needs 2 to 20"
        ),
        (#"{"reply": {"poll": {"answers": ["a", "b"]}}}"#, "'poll' needs 'question'"),
        (#"{"reply": {"poll": {"question": "q", "answers": ["a", "b"], "days": 1}}}"#, "'poll' has no 'days'"),
        (#"{"reply": {"poll": {"question": "q", "answers": ["a", "b"]}, "text": "x"}}"#, "'reply' has no 'text'"),
        (#"{"reply": {"location": {"latitude": "1", "longitude": 2}}}"#, "'latitude' must be a number"),
        (#"{"reply": {"location": {"latitude": 1}}}"#, "'location' needs 'latitude' and 'longitude'"),
        (#"{"reply": {"contact": {"username": "an"}}}"#, "'contact' needs 'user'"),
        (#"{"give_coffee": {"message": "5"}}"#, "'give_coffee' needs 'message', and its author as 'user'"),
        (#"{"create_group": {"users": ["7"]}}"#, "it requested groups, which its manifest does not list"),
        (#"{"send_tokens": {"amount": 5}}"#, "'send_tokens' needs 'user' and 'amount'"),
        (#"{"send_tokens": {"user": "7", "amount": 0}}"#, "0 tokens; 1 to 1000000000 can be sent"),
        (#"{"send_tokens": {"user": "7", "amount": -1}}"#, "'amount' must be a whole number, 0 or more"),
        (#"{"play_media": {"room": "a", "url": "file:///a"}}"#, "'url' must be an address with https:// or http://"),
        (#"{"play_media": {"room": "a", "url": "http://a.test/a.mp3"}}"#, "a file whose address is no https URL"),
        (#"{"play_media": {"url": "https://a.test/a.mp3"}}"#, "'play_media' needs 'room'"),
        (#"{"reply": {"text": "a", "extras": {"t": "b"}}}"#, "'extras' cannot hold 't', which is the text: write it as 'text'"),
        (
            #"{"reply": {"text": "@here", "mentions": [{"user": "1775731111020111321", "s": 0, "e": 5}]}}"#,
            "it requested mention_everyone, which its manifest does not list"
        ),
        (#"{"set_status": {}}"#, "'set_status' needs 'text'"),
        (#"{"create_channel": {"name": "a", "type": "cave"}}"#, "'cave' is not a type of channel; known are announcement, forum"),
    ])
    func `an action that cannot be performed fails the answer with the reason`(action: String, reason: String) async throws {
        let clan = try await clan(Self.obedient, grants: Self.grants)
        #expect(try await clan.user("an").says("[\(action)]") == [])
        #expect(clan.transcript.contains(reason), "\(clan.transcript)")
    }

    @Test func `a program that may mention everyone does`() async throws {
        let clan = try await clan(Self.obedient, grants: "[reply, mention_everyone]")
        let actions = try await clan.user("an").says(
            #"[{"reply": {"text": "@here", "mentions": [{"user": "1775731111020111321", "s": 0, "e": 5}]}}]"#)
        let mention = Mention(user: Mention.everyone, username: "here", range: TextRange(0, 5))
        #expect(actions == [.reply(Draft(Content("@here"), mentions: [mention]))], "\(clan.transcript)")
    }

    @Test func `a program may write the number of a turn as 1.0`() async throws {
        let lines = Self.obedient.replacing(#"event["turn"]"#, with: #"float(event["turn"])"#)
        let clan = try await clan(lines)
        #expect(try await clan.user("an").says(#"[{"reply": "hi"}]"#) == [.reply("hi")], "\(clan.transcript)")
    }

    @Test func `an action without its permission fails the answer`() async throws {
        let clan = try await clan(Self.obedient)
        let an = clan.user("an")
        #expect(try await an.says("[{\"send_tokens\": {\"user\": \"\(an.id)\", \"amount\": 5}}]") == [])
        #expect(clan.transcript.contains("it requested tokens, which its manifest does not list"), "\(clan.transcript)")
    }

    @Test func `the help lists the commands of a program`() async throws {
        let clan = try await TestClan(
            rules: TestProgram.configuration(["python3", TestProgram.sample("kudos.py")]))
        let help = try await clan.user("an").says("*help")
        #expect("\(help)".contains("*kudos"))
    }

    @Test func `a program sees only the variables that are common or configured`() throws {
        let folder = try TemporaryDirectory()
        let lines = #"echo "{\"hello\":1,\"summary\":\"$(env | cut -d= -f1 | sort | tr '\n' ' ')\"}"; cat"#
        let program = try TestProgram.write(lines, in: folder, as: "program.sh")
        let inherited = ["PATH": "/usr/bin:/bin", "HOME": "/", "LANG": "C.UTF-8", "MEZON_BOT_TOKEN": "secret"]
        let launch = try ProgramLaunch(
            ["sh", program], environment: ["CITY": Secret("Huế")], folder: folder.path, hidden: [], confinement: .none("a test"),
            inherited: inherited)
        let started = try Program("guest", launch, time: SystemTime()) { _ in }
        let own = ["PWD", "OLDPWD", "SHLVL", "_"]  // The shell sets them.
        #expect(
            started.hello.summary.split(separator: " ").filter { !own.contains(String($0)) } == ["CITY", "HOME", "LANG", "PATH"])
    }
}
