import BotKit
import BotTesting
import ChatModel
import Foundation
import Synchronization
import Testing

/// The search of bots, which shows what the readers of the event's place can read.
struct DisclosureGuardSearchTests {
    private struct SearchingBot: Bot {
        static let manifest = Manifest("searching", needs: [.reply])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            let found = try await context.search("Where, is the  guide? Where!", limit: 100)
            return [.reply("\(found.map(\.id)), \(found.map(\.text.utf8.count))")]
        }
    }

    private static let channels = [
        Channel(id: 11, clan: 1, label: "general"), Channel(id: 12, clan: 1, parent: 11, kind: .thread, label: "talk"),
        Channel(id: 13, clan: 1, label: "ops"),
        Channel(id: 14, clan: 1, parent: 11, kind: .thread, label: "few", isPrivate: true),
        Channel(id: 15, clan: 1, parent: 99, kind: .thread, label: "lost"),
        Channel(id: 17, clan: 1, label: "board", isPrivate: true),
        Channel(id: 18, clan: 1, parent: 17, kind: .thread, label: "plans"), Channel(id: 41, clan: 2, label: "far"),
        Channel(id: 90, clan: 0, kind: .direct, label: "an", isPrivate: true),
        Channel(id: hall, clan: network, label: "hall"), Channel(id: board, clan: network, label: "board"),
    ]
    private static let network = ClanID(connection: "net")
    private static let hall = ChannelID(connection: "net", channel: "hall")
    private static let board = ChannelID(connection: "net", channel: "board")

    private static func clan(of place: ChannelID) -> ClanID { channels.first { $0.id == place }?.clan ?? 0 }

    /// Asks the bot in a place, and returns its answers with the questions that it was answered by and that were recorded.
    private func search(
        in place: ChannelID, isRecorded: Bool = false
    ) async throws -> (actions: [Action], asked: [ContextRead.Request], recorded: [ContextRead]) {
        let asked = Mutex<[ContextRead.Request]>([])
        let recorded = Mutex<[ContextRead]>([])
        let memory = BotStateStore(
            store: { record, stored in
                recorded.withLock { $0 += record.reads }
                stored()
            })
        let runtime = BotRuntime(
            ask: { question in
                switch question {
                case .channels(let clan, let last, let limit):
                    return .channels(Array(Self.channels.filter { $0.clan == clan && $0.id > last }.prefix(min(limit, 3))))
                case .search(_, _, let channels, _):
                    asked.withLock { $0.append(question) }
                    let text = String(repeating: "ơ", count: 1500)
                    let found = [5, 6].map {
                        FoundMessage(
                            id: $0, channel: channels?.first ?? 0, clan: 1, author: 3, authorName: "an", text: text,
                            at: .distantPast)
                    }
                    return .found(found)
                default: return .failed("unexpected")
                }
            }, readsAreRecorded: isRecorded, channel: { id in Self.channels.first { $0.id == id } },
            supervisor: { _ in BotSupervisor(memory: memory) })
        let bot = BotHandler(SearchingBot(options: .init()), runtime: runtime)
        let event = Event.message(.make(in: place, id: 5, clan: Self.clan(of: place)))
        guard case .awaiting(let prepare, let end) = bot.handle(event, in: EventContext(now: .now, me: 9)) else {
            return ([], [], [])
        }
        let results: [AuthorResult] = try await prepare()()
        end(.success(results))
        return (results.flatMap(\.actions), asked.withLock { $0 }, recorded.withLock { $0 })
    }

    @Test(
        arguments: [
            (11, [11, 12, 13]), (12, [12, 11, 13]), (17, [17, 11, 12, 13, 18]), (18, [18, 11, 12, 13, 17]),
            (14, [14, 11, 12, 13]),
            (15, [15, 11, 12, 13]), (41, [41]), (90, [90]), (hall, [hall]),
        ] as [(ChannelID, [ChannelID])])
    func `a search sees this place and the public ones of its clan`(place: ChannelID, channels: [ChannelID]) async throws {
        let (actions, asked, recorded) = try await search(in: place)
        let (clan, words) = (Self.clan(of: place), ["Where", "is", "the", "guide"])
        #expect(asked == [.search(words, in: clan, channels: channels, limit: 51)])
        // The message of the event is left out, and a long text cut.
        #expect(actions == [.reply("[6], [2000]")])
        #expect(recorded.map(\.question) == [.search(words, in: clan, channels: nil, limit: 51)])
    }

    @Test func `a recorded search is not narrowed again`() async throws {
        let asked = try await search(in: 11, isRecorded: true).asked
        #expect(asked == [.search(["Where", "is", "the", "guide"], in: 1, channels: nil, limit: 51)])
    }

    @Test func `a search keeps its form in records`() throws {
        let question = ContextRead.Request.search(["a"], in: 1, channels: nil, limit: 5)
        let found = FoundMessage(id: 5, channel: 11, clan: 1, author: 3, authorName: "an", text: "a", at: .distantPast)
        let reading = ContextRead(question: question, answer: .found([found]))
        let json = try JSONEncoder().encode(reading)
        #expect(try JSONDecoder().decode(ContextRead.self, from: json) == reading)
        #expect(String(decoding: json, as: UTF8.self).contains("\"author\":\"3\""))
        #expect(found.address == "https://mezon.ai/chat/clans/1/channels/11#5")
    }
}
