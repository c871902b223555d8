import BotKit
import BotTesting
import ChatModel
import Foundation
import Synchronization
import Testing

/// Reads of bots of channels other than that of the event.
struct DisclosureGuardReadTests {
    /// Answers with what it can read of a channel.
    private struct ReadingBot: Bot {
        struct Options: BotOptions { var channel: ChannelID = 0 }
        static let manifest = Manifest("reading", needs: [.reply])
        let options: Options

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            let found = try await context.message(5, in: options.channel)?.text ?? "nil"
            let channel = try await context.channel(options.channel)
            let listed = try await context.get(.channels).items.map(\.label)
            return [.reply("\(found), \(channel.map { "\($0.clan) '\($0.label)'" } ?? "nil"), \(listed)")]
        }
    }

    private static let channels = [
        Channel(id: 11, clan: 1, label: "general"), Channel(id: 12, clan: 1, parent: 11, kind: .thread, label: "talk"),
        Channel(id: 17, clan: 1, label: "board", isPrivate: true, lastMessage: 5),
        Channel(id: 18, clan: 1, parent: 17, kind: .thread, label: "plans"), Channel(id: 41, clan: 2, label: "far"),
        Channel(id: 90, clan: 0, kind: .direct, label: "an", isPrivate: true),
    ]

    private static func answer(_ question: ContextRead.Request) -> ContextRead.Response {
        switch question {
        case .message(_, let channel): .message(.make(text: "said in \(channel)", in: channel))
        case .channel(let id): .channel(channels.first { $0.id == id })
        case .channels(let clan, _, _): .channels(channels.filter { $0.clan == clan && !$0.isThread })
        default: .failed("unexpected")
        }
    }

    private func says(
        in place: ChannelID, about channel: ChannelID, isRecorded: Bool = false,
        note: @escaping @Sendable (InvocationRecord) -> Void = { _ in }
    ) async throws -> [Action] {
        let memory = BotStateStore(
            store: { record, stored in
                note(record)
                stored()
            })
        let runtime = BotRuntime(
            ask: { Self.answer($0) }, readsAreRecorded: isRecorded, channel: { id in Self.channels.first { $0.id == id } },
            supervisor: { _ in BotSupervisor(memory: memory) })
        let bot = BotHandler(ReadingBot(options: .init(channel: channel)), runtime: runtime)
        let event = Event.message(.make(in: place, clan: [0, 90].contains(place) ? 0 : 1))
        guard case .awaiting(let prepare, let end) = bot.handle(event, in: EventContext(now: .now, me: 9)) else {
            return []
        }
        let results = try await prepare()()
        end(.success(results))
        return results.flatMap(\.actions)
    }

    private static let reads: [(from: ChannelID, of: ChannelID, answer: String)] = [
        (11, 11, "said in 11, 1 'general', [\"general\", \"\"]"), (11, 12, "said in 12, 1 'talk', [\"general\", \"\"]"),
        (17, 11, "said in 11, 1 'general', [\"general\", \"board\"]"),
        (17, 17, "said in 17, 1 'board', [\"general\", \"board\"]"),
        (18, 17, "said in 17, 1 'board', [\"general\", \"board\"]"),
        (11, 17, "nil, 1 '', [\"general\", \"\"]"), (11, 18, "nil, 1 '', [\"general\", \"\"]"),
        (11, 41, "nil, nil, [\"general\", \"\"]"), (11, 90, "nil, nil, [\"general\", \"\"]"),
        (11, 99, "nil, nil, [\"general\", \"\"]"), (90, 11, "nil, nil, [\"an\"]"),
    ]

    @Test(arguments: reads)
    func `a bot reads nothing of other clans and of private channels that the event is not from`(
        from: ChannelID, of: ChannelID, answer: String
    ) async throws {
        #expect(try await says(in: from, about: of) == [.reply("\(answer)")])
    }

    @Test(arguments: [(11, "said in 11"), (41, "said in 41"), (17, "nil"), (18, "nil"), (90, "nil")] as [(ChannelID, String)])
    func `an event of no place belongs to every clan, and to no private channel`(channel: ChannelID, answer: String) async throws
    {
        let actions = try await says(in: 0, about: channel)
        let texts = actions.compactMap { if case .reply(let draft) = $0 { draft.content.text } else { nil } }
        #expect(texts.first?.hasPrefix(answer + ", ") == true)
    }

    @Test func `a withheld read is recorded as it was answered`() async throws {
        let noted = Mutex<[ContextRead]>([])
        _ = try await says(in: 11, about: 41) { record in noted.withLock { $0 += record.reads } }
        #expect(
            noted.withLock { Array($0.prefix(2)) } == [
                ContextRead(question: .message(5, in: 41), answer: .message(nil)),
                ContextRead(question: .channel(41), answer: .channel(nil)),
            ])
    }

    @Test func `a read that an older build recorded is answered from its record`() async throws {
        #expect(
            try await says(in: 11, about: 41, isRecorded: true) == [.reply("said in 41, 2 'far', [\"general\", \"board\"]")])
    }
}
