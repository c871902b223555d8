import BotKit
import BotTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct PageTests {
    private struct Reader: Bot {
        static let manifest = Manifest("reader", needs: [.reply])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            switch message.text {
            case "channels": [.reply(Draft(try await all(.channels, context).map(\.label).joined(separator: ",")))]
            case "members": [.reply("\(try await all(.members, context).count)")]
            case "messages": [.reply(Draft(try await all(.messages, context).map(\.text).joined(separator: ",")))]
            case "unread": [.reply("\(try await context.unreadCount())")]
            default: []
            }
        }

        /// Returns all elements, in pages of two.
        private func all<Element>(_ query: Query<Element>, _ context: Context) async throws -> [Element] {
            var page = try await context.get(query, limit: 2)
            var items = page.items
            while let next = page.next {
                page = try await context.get(query, after: next, limit: 2)
                items += page.items
            }
            return items
        }
    }

    @Test func `queries return each element once, page by page`() async throws {
        let clan = try await TestClan(Reader.self, channels: ["general", "random", "lab"])
        let an = clan.user("an")
        guard case .reply(let channels)? = try await an.says("channels").first else {
            return #expect(Bool(false), "no answer")
        }
        #expect(channels.content.text.split(separator: ",").sorted() == ["general", "lab", "random"])
        #expect(try await an.says("members") == [.reply("4")])
    }

    @Test func `messages are returned newest first, and unread counts others' later messages`() async throws {
        let clan = try await TestClan(Reader.self)
        let binh = clan.user("binh")
        for text in ["a", "b", "c", "d"] { try await binh.says(text) }
        #expect(try await binh.says("messages") == [.reply("messages,d,c,b,a")])
        #expect(try await binh.says("unread") == [.reply("1")])
    }
}
