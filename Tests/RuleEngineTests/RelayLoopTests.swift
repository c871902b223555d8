import BotKit
import ChatModel
import Testing

@testable import RuleEngine

/// Links in channels that other relays also connect and in which other bots answer every message.
@Suite struct RelayLoopTests {
    /// The formats in which other relays write a copy.
    private enum Style: CaseIterable {
        case angles, colon, bold, network, puppet, dash, parentheses, lineAbove, lineBelow, quotation, pipe, arrow
    }

    private struct ForeignRelay {
        var id: UserID
        var from: ChannelID
        var to: ChannelID
        var style: Style

        func copy(of text: String, by author: Author) -> (text: String, author: Author) {
            let me = Author(id: id, username: "bridge\(id)")
            switch style {
            case .dash: return ("\(text) — \(author.name)", me)
            case .parentheses: return ("\(text) (\(author.name))", me)
            case .lineAbove: return ("\(author.name)\n\(text)", me)
            case .lineBelow: return ("\(text)\n— \(author.name)", me)
            case .quotation: return ("“\(text)” – \(author.name)", me)
            case .pipe: return ("\(author.name) | \(text)", me)
            case .arrow: return ("\(author.name) » \(text)", me)
            case .angles: return ("<\(author.name)> \(text)", me)
            case .colon: return ("\(author.name): \(text)", me)
            case .bold: return ("**\(author.name)** : \(text)", me)
            case .network: return ("[net] <\(author.name)> \(text)", me)
            case .puppet:
                return (text, Author(id: UserID(id.rawValue * 1000 + author.id.rawValue), username: "\(author.name)[m]"))
            }
        }
    }

    private struct ForeignBot {
        var id: UserID
        var room: ChannelID
        var isQuoting: Bool

        func answer(to text: String) -> String { isQuoting ? "You said: \(text)" : "I am away, try again later" }
    }

    private struct RelayGraph {
        var rooms: [ChannelID]
        var links: [String]
        var relays: [ForeignRelay]
        var bots: [ForeignBot]
        var said: [(text: String, author: Author, room: ChannelID)]

        /// A message in transit, with the original message of which it is a copy.
        private struct MessageCase {
            var text: String
            var author: Author
            var room: ChannelID
            var origin: Int
        }

        /// A message and a link that may relay it once.
        private struct Shown: Hashable {
            var origin: Int
            var link: String
            var destination: ChannelID
        }

        init(_ random: inout SplitMix64) {
            let rooms = (0..<Int.random(in: 2...5, using: &random)).map { ChannelID(Int64(101 + $0)) }
            func two() -> (ChannelID, ChannelID) {
                let drawn = rooms.shuffled(using: &random)
                return (drawn[0], drawn[1])
            }
            var ways: Set<[ChannelID]> = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let (one, other) = two()
                ways.insert([one, other])
                if Bool.random(using: &random) { ways.insert([other, one]) }
            }
            links = ways.map { "  l\($0[0])-\($0[1]): { from: r\($0[0]), to: r\($0[1]) }" }.sorted()
            relays = (0..<Int.random(in: 0...3, using: &random)).map { number in
                let (from, to) = two()
                return ForeignRelay(
                    id: UserID(Int64(70 + number)), from: from, to: to, style: Style.allCases.randomElement(using: &random)!)
            }
            bots = (0..<Int.random(in: 0...2, using: &random)).map { number in
                ForeignBot(
                    id: UserID(Int64(80 + number)), room: rooms.randomElement(using: &random)!,
                    isQuoting: Bool.random(using: &random))
            }
            said = (0..<3).map { number in
                (
                    ["hi", "chào mọi người nhé", "one line\nand another one"].randomElement(using: &random)!,
                    Author(id: UserID(Int64(5 + number)), username: ["an", "bình", "mai"][number]),
                    rooms.randomElement(using: &random)!
                )
            }
            self.rooms = rooms
        }

        /// A Boolean value that indicates whether the graph comes to rest without the rules under test.
        var endsWithoutUs: Bool {
            var world = self
            world.said = rooms.map { ("hi", Author(id: 5, username: "an"), $0) }
            return world.outcome(with: nil) != nil
        }

        /// Runs until no message is left and returns the number of steps, or nil if it does not end.
        ///
        /// - Parameter harness: The rules under test, or nil to run without them.
        func outcome(with harness: RuleEngineHarness?) -> Int? {
            var waiting = said.enumerated().map { MessageCase(text: $1.text, author: $1.author, room: $1.room, origin: $0) }[...]
            var origins = said.count
            var shown: Set<Shown> = []
            var steps = 0
            while let next = waiting.popFirst() {
                let (text, author, room) = (next.text, next.author, next.room)
                steps += 1
                guard steps < 2000 else { return nil }
                for relay in relays
                where relay.from == room && author.id != relay.id && author.id.rawValue / 1000 != relay.id.rawValue {
                    let copy = relay.copy(of: text, by: author)
                    waiting.append(MessageCase(text: copy.text, author: copy.author, room: relay.to, origin: next.origin))
                }
                for bot in bots where bot.room == room && author.id != bot.id {
                    let answerer = Author(id: bot.id, username: "bot\(bot.id)")
                    waiting.append(MessageCase(text: bot.answer(to: text), author: answerer, room: room, origin: origins))
                    origins += 1
                }
                guard let harness, author.id != RuleEngineHarness.me else { continue }
                let decision = harness.say(text, by: author, in: room, at: Double(steps) / 10)
                for result in decision.results {
                    let copies = result.actions.compactMap {
                        if case .resolved(let outgoing) = $0 { outgoing.channel } else { nil }
                    }
                    for destination in copies {
                        let way = Shown(origin: next.origin, link: result.author, destination: destination)
                        #expect(shown.insert(way).inserted, "a second copy: \(next) over \(result.author) in \(self)")
                        waiting.append(
                            MessageCase(
                                text: "\(author.name): \(text)", author: Author(id: RuleEngineHarness.me, username: "mezon-bot"),
                                room: destination, origin: next.origin))
                    }
                }
            }
            return steps
        }
    }

    private static let an = Author(id: 7, username: "an")

    /// Links between the channels of three clans; the first digit of a channel is its clan.
    private static func clans(_ links: String...) throws -> RuleEngineHarness {
        let channels = [101, 102, 201, 202, 301].map {
            Channel(id: ChannelID(Int64($0)), clan: ClanID(Int64($0 / 100)), label: "r\($0)")
        }
        let rules = links.map { link in
            let ends = link.split(separator: "-")
            return "  l\(link): { from: r\(ends[0]), to: r\(ends[1]) }"
        }
        return try RuleEngineHarness(
            "  - { id: other, trigger: join, then: { send: { to: r101, text: x } } }",
            names: "names: { channels: { \(channels.map { "\($0.label): \"\($0.id)\"" }.joined(separator: ", ")) } }\n",
            configuration: "relays:\n\(rules.joined(separator: "\n"))\n", channels: channels, hasSeveralClans: true)
    }

    /// Returns the channels to which a message is relayed.
    private static func relayed(
        _ harness: RuleEngineHarness, _ text: String, by author: Author, in channel: ChannelID, at seconds: Double = 0
    ) -> [ChannelID] {
        harness.say(text, by: author, in: channel, clan: ClanID(channel.rawValue / 100), at: seconds).actions.compactMap {
            if case .resolved(let outgoing) = $0 { outgoing.channel } else { nil }
        }
    }

    @Test func `a text of one clan holds back no message of another`() throws {
        let harness = try Self.clans("101-102", "102-101", "201-202")
        #expect(Self.relayed(harness, "see you all tomorrow", by: Self.an, in: 101) == [102])
        let namesake = Author(id: 71, username: "An[m]")
        #expect(Self.relayed(harness, "see you all tomorrow", by: namesake, in: 201, at: 1) == [202])
        #expect(Self.relayed(harness, "see you all tomorrow", by: namesake, in: 102, at: 1) == [])
    }

    @Test func `accounts that repeat themselves in two clans are not taken for a loop`() throws {
        let harness = try Self.clans("101-102", "201-202")
        for number in 0..<28 {
            let (author, channel) = number.isMultiple(of: 2) ? (Self.an, ChannelID(101)) : (RuleEngineHarness.binh, 201)
            let destination = ChannelID(channel.rawValue + 1)
            #expect(Self.relayed(harness, "I am away", by: author, in: channel, at: Double(number) / 2) == [destination])
        }
    }

    @Test func `a copy is not relayed to the clan of its original, nor to one to which that was relayed`() throws {
        let harness = try Self.clans("101-201", "201-101", "301-201")
        let bridge = Author(id: 70, username: "bridge")
        #expect(Self.relayed(harness, "hi", by: Self.an, in: 101) == [201])
        #expect(Self.relayed(harness, "<an> hi", by: bridge, in: 201, at: 1) == [])
        #expect(Self.relayed(harness, "<an> hi", by: bridge, in: 301, at: 2) == [])
        #expect(Self.relayed(harness, "hi all", by: RuleEngineHarness.binh, in: 301, at: 3) == [201])
    }

    @Test func `a copy is not relayed after a restart to the clan to which its original was relayed`() throws {
        let harness = try Self.clans("101-201", "201-101", "301-201")
        let said = Message(
            id: 99, clan: 1, channel: 101, author: Self.an, content: Content("hi"), createdAt: RuleEngineHarness.at(0))
        harness.engine.rebuild(
            .message(said), EventContext(now: said.createdAt, me: RuleEngineHarness.me), relayedTo: [201])
        let bridge = Author(id: 70, username: "bridge")
        #expect(Self.relayed(harness, "<an> hi", by: bridge, in: 301, at: 2) == [])
        #expect(Self.relayed(harness, "hi all", by: RuleEngineHarness.binh, in: 301, at: 3) == [201])
    }

    @Test(arguments: [1, 2, 3] as [ClanID])
    func `a copy is recognized after a restart in the clan of its original's channel, regardless of the clan field`(
        claimed: ClanID
    ) throws {
        let harness = try Self.clans("101-201", "102-101", "301-201")
        let said = Message(
            id: 99, clan: claimed, channel: 101, author: Self.an, content: Content("hi"), createdAt: RuleEngineHarness.at(0))
        harness.engine.rebuild(
            .message(said), EventContext(now: said.createdAt, me: RuleEngineHarness.me), relayedTo: [201])
        let bridge = Author(id: 70, username: "bridge")
        #expect(Self.relayed(harness, "<an> hi", by: bridge, in: 102, at: 2) == [])
        #expect(Self.relayed(harness, "<an> hi", by: bridge, in: 301, at: 2) == [])
    }

    @Test(.timeLimit(.minutes(5)))
    func `each link relays a message at most once in a thousand random graphs of links, other relays and bots that halt`() throws
    {
        var worlds = 0
        var rings = 0
        var seed: UInt64 = 0
        while worlds < 1000 {
            seed += 1
            var random = SplitMix64(seed: seed)
            let world = RelayGraph(&random)
            // Skips graphs in which other relays already loop among themselves.
            guard world.endsWithoutUs else { continue }
            worlds += 1
            let harness = try RuleEngineHarness(
                "  - { id: other, trigger: join, then: { send: { to: r101, text: x } } }",
                names: "names: { channels: { \(world.rooms.map { "r\($0): \"\($0)\"" }.joined(separator: ", ")) } }\n",
                configuration: "relays:\n\(world.links.joined(separator: "\n"))\n",
                channels: world.rooms.map { Channel(id: $0, clan: 1, label: "r\($0)") })
            let steps = world.outcome(with: harness)
            #expect(steps != nil, "seed \(seed): \(world)")
            if harness.set.rules.contains(where: { $0.id.hasPrefix("l") }), !world.relays.isEmpty { rings += 1 }
            if steps == nil { return }
        }
        #expect(rings > 300, "worlds in which others relay, too")
    }
}
