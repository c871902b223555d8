import BotTesting
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

@Suite struct RelayLoopDetectorTests {
    private static let an = Author(id: 7, username: "an", displayName: "An")
    private static let relay = Author(id: 70, username: "mezon-relay")
    private static let start = RuleEngineHarness.start

    private static func message(
        _ id: MessageID, _ text: String, by author: Author = an, in channel: ChannelID = 11, at seconds: Double = 0
    ) -> Message {
        Message(
            id: id, clan: 1, channel: channel, author: author, content: Content(text), channelLabel: "",
            createdAt: start + seconds)
    }

    private static func held(_ messages: Message...) -> [Bool] {
        var echoes = RelayLoopDetector()
        for message in messages { echoes.note(message) }
        return messages.map { echoes.reason($0.id) != nil }
    }

    static let copies = [
        "<An> chào mọi người nhé", "An: chào mọi người nhé", "[irc] <An> chào mọi người nhé", "**An**: chào mọi người nhé",
        "(Mezon) An · #general: Chào mọi người nhé", "<mezon-relay> <A\u{200B}n> chào  mọi người nhé",
    ]

    @Test(arguments: copies)
    func `a relayed copy is detected despite reformatting`(copy: String) {
        let said = Self.message(1, "chào mọi người nhé")
        #expect(Self.held(said, Self.message(2, copy, by: Self.relay, in: 12, at: 5)) == [false, true])
        #expect(Self.held(said, Self.message(2, copy, by: Self.relay, at: 5)) == [false, true], "in the same channel")
    }

    static let own = [
        "An, chào mọi người nhé", "chào mọi người nhé", "Bình: chào mọi người nhé", "An: chào mọi người nhé!",
        "> chào mọi người nhé", "<Anna> chào mọi người nhé", "Lan: chào mọi người nhé",
    ]

    @Test(arguments: own)
    func `a user's own message is not a copy`(text: String) {
        #expect(
            Self.held(Self.message(1, "chào mọi người nhé"), Self.message(2, text, by: RuleEngineHarness.binh, at: 5)) == [
                false, false,
            ])
    }

    @Test func `a message by an account with another author's name is a copy in other channels`() {
        let said = Self.message(1, "see you all tomorrow")
        let puppet = Author(id: 71, username: "An[m]")
        #expect(Self.held(said, Self.message(2, "see you all tomorrow", by: puppet, in: 12)) == [false, true])
        #expect(
            Self.held(said, Self.message(2, "see you all tomorrow", by: puppet, in: 11)) == [false, false], "in the same room")
        #expect(Self.held(said, Self.message(2, "see you all tomorrow", in: 12)) == [false, false], "the same person")
        for name in ["Anna", "Lan", "Đan"] {
            let other = Author(id: 72, username: name)
            #expect(Self.held(said, Self.message(2, "see you all tomorrow", by: other, in: 12)) == [false, false], "\(name)")
        }
    }

    static let short = [
        "<An> hi", "An: hi", "**An** : hi", "[net] <An> hi", "hi — An", "hi (An)", "hi [An]", "An\nhi", "hi\n— An", "“hi” – An",
        "An | hi", "An » hi", "An → hi", "An says: hi", "hi ~An", "[via irc] An (away): hi", "mezon-relay: An: hi — bridge",
    ]

    @Test(arguments: short)
    func `a copy of a short text is detected in every attribution style`(copy: String) {
        #expect(Self.held(Self.message(1, "hi"), Self.message(2, copy, by: Self.relay, in: 12, at: 5)) == [false, true])
    }

    static let answers = [
        "hi An", "hi, An!", "An, hi", "hi @An", "hi to you too", "An hi", "hi hi An", "An: hi to you too", "> hi\nyes, An", "hi!",
        "An is in Hanoi", "Anna: hi", "hi :)",
    ]

    @Test(arguments: answers)
    func `an answer to a short text is not a copy`(text: String) {
        #expect(Self.held(Self.message(1, "hi"), Self.message(2, text, by: RuleEngineHarness.binh, at: 5)) == [false, false])
    }

    @Test func `a reply that quotes a message is not a copy`() {
        var answer = Self.message(2, "An: hi", by: RuleEngineHarness.binh, at: 5)
        answer.references = [Reference(message: 1, sender: 7)]
        #expect(Self.held(Self.message(1, "hi"), answer) == [false, false])
    }

    @Test func `a copy is detected by any of the author's names`() {
        let author = Author(id: 7, username: "an99", displayName: "Ân Nguyễn", clanNick: "Boss")
        for name in ["an99", "An Nguyen", "boss"] {
            let copy = Self.message(2, "hi — \(name)", by: Self.relay, in: 12, at: 5)
            #expect(Self.held(Self.message(1, "hi", by: author), copy) == [false, true], "\(name)")
        }
    }

    @Test func `the cost of a long text hardly depends on how much was said before`() {
        let (few, many) = (Self.cost(after: 2000), Self.cost(after: 16_000))
        // Eight times as many messages; a comparison with each of them would cost eight times as much.
        #expect(many < 4 * few, "\(few) and \(many) ns")
    }

    private static func cost(after count: Int) -> UInt64 {
        var echoes = RelayLoopDetector()
        for number in 0..<count {
            echoes.remember(message(MessageID(Int64(number + 1)), String(repeating: "a ", count: number % 60 + 1)))
        }
        let text = Array(repeating: String(repeating: "a ", count: 400), count: 24).joined(separator: "\n")
        let long = message(5000, text, by: relay)
        return ProcessorTime.nanoseconds { _ = echoes.copyReason(long) }
    }

    @Test func `each line of a copy and a truncated line are detected`() {
        let long = String(repeating: "a long line that goes on ", count: 20)
        let said = Self.message(1, "the first line of all\nand a second one\n" + long)
        #expect(Self.held(said, Self.message(2, "<An> and a second one", by: Self.relay)) == [false, true])
        #expect(Self.held(said, Self.message(2, "<An> " + long.prefix(300), by: Self.relay)) == [false, true])
    }

    @Test func `a repeat after ten minutes is not a copy`() {
        let said = Self.message(1, "see you all tomorrow")
        #expect(Self.held(said, Self.message(2, "<An> see you all tomorrow", by: Self.relay, at: 601)) == [false, false])
    }

    private static func talk(seconds: Double, withAnswers: Bool) -> [Bool] {
        var messages: [Message] = []
        for number in 0..<28 {
            let id = MessageID(Int64(number + 1))
            let moment = Double(number) * seconds
            if number.isMultiple(of: 2) {
                messages.append(message(id, "I am away", by: relay, at: moment))
            } else if withAnswers {
                messages.append(message(id, "so am I", by: RuleEngineHarness.binh, in: 12, at: moment))
            }
        }
        var echoes = RelayLoopDetector()
        for message in messages { echoes.note(message) }
        return messages.map { echoes.reason($0.id) != nil }
    }

    @Test func `two accounts repeating the same texts are treated as a bot loop`() {
        #expect(Self.talk(seconds: 0.5, withAnswers: true) == Array(repeating: false, count: 25) + [true, true, true])
        #expect(!Self.talk(seconds: 0.5, withAnswers: false).contains(true), "one alone only says it often")
        #expect(!Self.talk(seconds: 3, withAnswers: true).contains(true), "and so do two who take their time")
    }

    @Test func `an entry processed again yields the same result`() {
        let said = Self.message(1, "see you all tomorrow")
        let copy = Self.message(2, "<An> see you all tomorrow", by: Self.relay)
        #expect(Self.held(said, copy, said, copy) == [false, true, false, true])
    }

    @Test func `the number of remembered messages is bounded`() {
        var echoes = RelayLoopDetector()
        for number in 0..<40_000 { echoes.note(Self.message(MessageID(Int64(number + 1)), "this is line number \(number)")) }
        let old = Self.message(50_000, "<An> this is line number 3", by: Self.relay)
        let new = Self.message(50_001, "<An> this is line number 39999", by: Self.relay)
        echoes.note(old)
        echoes.note(new)
        #expect(echoes.reason(old.id) == nil && echoes.reason(new.id) != nil)
    }

    @Test func `the number of clans whose messages are remembered is bounded`() {
        var echoes = RelayLoopDetectors()
        for number in 0..<1100 { echoes.note(Self.message(MessageID(Int64(number + 1)), "see you"), in: "g\(number)") }
        let copy = Self.message(5000, "<An> see you", by: Self.relay)
        for (place, isHeld) in [("g0", false), ("g1099", true)] {
            echoes.note(copy, in: place)
            #expect((echoes.reason(copy.id, in: place) != nil) == isHeld)
        }
    }
}
