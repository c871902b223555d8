import ChatModel
import Foundation
import Testing

@testable import BotKit

struct EncodingErrorTests {
    private static let deep = (1...100).reduce(JSONValue.null) { value, _ in .array([value]) }
    private static let noMoment = Date(timeIntervalSince1970: .nan)

    private static let unencodable: [(action: Action, problem: String)] = [
        (.reply(Draft(Content("x", extras: ["embed": .array([.number(.nan)])]))), "an invalid number: nan"),
        (.send(Draft(Content("x", extras: ["a": .number(-.infinity)])), to: 201), "an invalid number: -inf"),
        (
            .edit(1, Draft(Content("x", markup: [Markup("pre", TextRange(0, 1), attributes: ["a": .number(.infinity)])]))),
            "an invalid number: inf"
        ),
        (.reply(Draft(Content("x", extras: ["t": "y"]))), "a second text, under 't' of its extras"),
        (.ephemeral(Draft(Content("x", extras: ["a": deep])), to: 101), "a value of more than 100 levels"),
        (.schedule(ScheduledJob("x", due: noMoment)), "an invalid date: nan s"),
        (.schedule(ScheduledJob("x", due: Date(timeIntervalSince1970: 1e300))), "an invalid date: 1e+300 s"),
        (.schedule(ScheduledJob("x", due: .distantPast, note: .object(["a": .number(.nan)]))), "an invalid number: nan"),
        (.member(.mute(101, in: 201, until: noMoment, reason: "")), "an invalid date: nan s"),
        (
            .resolved(ResolvedAction(channel: 201, request: .member(.mute(101, in: 201, until: noMoment, reason: "")))),
            "an invalid date: nan s"
        ),
    ]

    /// By index, because an invalid date cannot be shown as an argument.
    @Test(arguments: unencodable.indices)
    func `an action that cannot be encoded is reported`(index: Int) {
        #expect(Self.unencodable[index].action.encodingProblem == Self.unencodable[index].problem)
    }

    @Test(arguments: [
        Action.reply(Draft(Content("x", extras: ["a": .array([.number(1.5), .integer(.max), .null])]))),
        .schedule(ScheduledJob("x", due: .distantFuture, note: "later")), .schedule(ScheduledJob("x", due: .distantPast)),
        .member(.mute(101, in: 201, until: nil, reason: "")), .pin, .cancel("x"),
    ])
    func `an encodable action has no encoding problem`(action: Action) throws {
        #expect(action.encodingProblem == nil)
        #expect(try JSONDecoder().decode(Action.self, from: JSONEncoder().encode(action)) == action)
    }
}
