import BotKit
import Foundation
import MezonModel
import Testing

@testable import Rules

@Suite struct LinkTests {
    private static func house(_ link: String) throws -> Harness {
        try Harness(
            "  - { id: other, trigger: join, then: { send: { to: general, text: x } } }",
            configuration: "relays: { a: \(link) }\n")
    }

    private static func shown(_ conclusion: Conclusion) -> [String: [ChannelID]] {
        Dictionary(grouping: conclusion.contributions, by: \.author).mapValues { contributions in
            contributions.flatMap(\.actions).compactMap { if case .resolved(let outgoing) = $0 { outgoing.channel } else { nil } }
        }
    }

    @Test func `channels show each other what is said in them`() throws {
        let house = try Self.house("{ between: [general, support, mod-log] }")
        #expect(Self.shown(house.say("hi", in: 11)) == ["rule:a-1": [12, 14]])
        #expect(Self.shown(house.say("hi", in: 12)) == ["rule:a-2": [11, 14]])
        #expect(Self.shown(house.say("hi", in: 15)) == ["rule:a-1": [12, 14]], "a thread belongs to its channel")
        #expect(Set(house.set.listing.map(\.id)) == ["other", "a-1", "a-2", "a-3"])
    }

    @Test func `one way only, and not everything`() throws {
        let house = try Self.house(
            "{ from: general, to: [support], when: { not: { text: { starts_with: \"//\" } } }, except: { users: [an] } }")
        #expect(Self.shown(house.say("hi", in: 11)) == ["rule:a-1": [12]])
        #expect(Self.shown(house.say("// hi", in: 11)) == [:])
        #expect(Self.shown(house.say("hi", by: Author(id: 7, username: "an"), in: 11)) == [:])
        #expect(Self.shown(house.say("hi", in: 12)) == [:])
    }

    @Test func `what somebody brings back from elsewhere is not carried on, and the trace says so`() throws {
        let house = try Self.house("{ between: [general, support] }")
        #expect(Self.shown(house.say("chào mọi người nhé", in: 11)) == ["rule:a-1": [12]])
        let back = house.say("<Bình> chào mọi người nhé", by: Author(id: 70, username: "relay"), in: 11)
        #expect(Self.shown(back) == ["rule:a-1": []])
        #expect(back.contributions.first?.reason.contains("not relayed: it is a copy") == true, "\(back)")
    }

    @Test func `a link says how long edits are carried, and writes headers`() throws {
        let house = try Self.house(
            "{ between: [general, support], edits_within: 1h, headers: { origin: { room: \"{{ channel.name }}\" } } }")
        guard case .resolved(let outgoing)? = house.say("hi", in: 11).actions.first, case .relay(let relayed) = outgoing.request
        else {
            Issue.record("nothing was relayed")
            return
        }
        #expect(relayed.headers == "<origin>@room=general</origin>")
        var old = Message.make("hi")
        old.updatedAt = old.createdAt.addingTimeInterval(7200)
        #expect(Self.shown(house.feed(.edit(old))) == ["rule:a-1": []])
    }

    static let mistakes: [(String, [String])] = [
        ("{ between: [general] }", ["9:25 missing-value"]), ("{ from: general }", ["9:11 missing-key"]),
        ("{ between: [general, support], to: mod-log }", ["9:11 contradiction"]),
        ("{ from: general, to: nowhere }", ["9:35 unknown-name"]),
        ("{ between: [general, support], carry: [pins] }", ["9:53 unknown-word"]),
    ]

    @Test(arguments: mistakes)
    func `what cannot be meant is refused where it stands`(link: String, codes: [String]) throws {
        let rules = "  - { id: other, trigger: join, then: { send: { to: general, text: x } } }"
        let found = try Harness.compile(rules, configuration: "relays: { a: \(link) }\n").1
        #expect(
            codes.allSatisfy { code in
                let parts = code.split(separator: " ")
                return found.contains { $0.contains("config.yaml:\(parts[0])") && $0.contains("\"\(parts[1])\"") }
            }, "\(found)")
    }
}
