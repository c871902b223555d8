import BotTesting
import ChatModel
import Foundation
import Testing

@testable import BotKit

struct BotOptionsTests {
    struct Options: BotOptions, Equatable {
        enum Colour: String, Codable { case red, green }
        struct Place: Codable, Equatable, Sendable {
            var channel: ChannelID = 5
            var label = "here"
        }

        var sides = 6
        var ratio = 0.5
        var isLoud = false
        var greeting = "hi"
        var small: Int8 = 1
        var colour = Colour.red
        var words = ["a", "b"]
        var place = Place()
        var places: [Place] = []
        var named: [String: Int] = ["one": 1]
        var limit: Int?
        var note: String? = "note"
    }

    @Test func `missing options have their defaults`() throws {
        #expect(try Options.decode(from: .null) == Options())
        #expect(try Options.decode(from: .object([:])) == Options())
    }

    /// Every scalar is given as text, as written in YAML.
    @Test func `a given option overrides only its own default`() throws {
        let given: JSONValue = .object([
            "sides": .string("20"), "ratio": .string("1.5"), "isLoud": .string("true"), "greeting": .string("12:30"),
            "small": .string("-128"), "colour": .string("green"), "words": .array([.string("x")]),
            "place": .object(["channel": .string("77")]),
            "places": .array([.object(["channel": .string("1"), "label": .string("l")])]),
            "named": .object(["two": .string("2")]), "limit": .string("9"),
        ])
        var expected = Options()
        expected.sides = 20
        expected.ratio = 1.5
        expected.isLoud = true
        expected.greeting = "12:30"
        expected.small = -128
        expected.colour = .green
        expected.words = ["x"]
        expected.place.channel = 77
        expected.places = [Options.Place(channel: 1, label: "l")]
        expected.named = ["one": 1, "two": 2]
        expected.limit = 9
        #expect(try Options.decode(from: given) == expected)
    }

    private struct Keyed: BotOptions {
        var key = Secret("")
        var keys: [Secret] = []
        var word = "w"
    }

    @Test func `a secret option is given by reference and never encoded`() throws {
        let reference = JSONValue.object([Secret.referenceKey: .string("${env:A}")])
        let options = try Keyed.decode(from: ["key": reference, "keys": [reference]], secrets: ["${env:A}": Secret("canary")])
        #expect(options.key.reveal() == "canary" && options.keys.map { $0.reveal() } == ["canary"])
        #expect(try Keyed.decode(from: ["key": .null]).key.isEmpty)
        #expect(!String(decoding: try JSONEncoder().encode(options), as: UTF8.self).contains("canary"))
        let literal = "a secret must not be written in a configuration file: write ${env:NAME} or ${file:PATH}"
        #expect(throws: OptionError(path: ["key"], message: literal)) { try Keyed.decode(from: ["key": "canary"]) }
        #expect(throws: OptionError(path: ["word"], message: "this option is not a secret: write its value here")) {
            try Keyed.decode(from: ["word": reference])
        }
    }

    @Test func `an option without a value has its default, and an optional one becomes nil`() throws {
        var expected = Options()
        expected.note = nil
        #expect(try Options.decode(from: .object(["sides": .null, "words": .null, "place": .null, "note": .null])) == expected)
    }

    @Test(arguments: [
        ("sides", JSONValue.string("many"), ["sides"], "expected a whole number from \(Int.min) to \(Int.max)"),
        ("sides", .string("6.5"), ["sides"], "expected a whole number from \(Int.min) to \(Int.max)"),
        ("sides", .array([]), ["sides"], "expected a whole number from \(Int.min) to \(Int.max)"),
        ("small", .string("200"), ["small"], "expected a whole number from -128 to 127"),
        ("ratio", .string("half"), ["ratio"], "expected a number"),
        ("ratio", .string("inf"), ["ratio"], "expected a number"),
        ("isLoud", .string("NO"), ["isLoud"], "expected 'true' or 'false'"),
        ("greeting", .array([]), ["greeting"], "expected a text"),
        ("words", .string("x"), ["words"], "expected a list"),
        ("words", .array([.string("x"), .object([:])]), ["words", "1"], "expected a text"),
        ("place", .string("x"), ["place"], "expected a map"),
        ("place", .object(["channel": .string("general")]), ["place", "channel"], "'general' is not an id"),
        ("places", .array([.object(["channel": .string("1")])]), ["places", "0", "label"], "expected a text"),
        ("named", .object(["two": .string("x")]), ["named", "two"], "expected a whole number from \(Int.min) to \(Int.max)"),
    ])
    func `an option of the wrong type is reported with its path`(key: String, value: JSONValue, path: [String], message: String) {
        #expect(throws: OptionError(path: path, message: message)) { try Options.decode(from: .object([key: value])) }
    }

    @Test func `an unknown enum value is reported with its path`() {
        #expect {
            _ = try Options.decode(from: .object(["colour": .string("blue")]))
        } throws: { error in
            (error as? OptionError)?.path == ["colour"]
        }
    }

    @Test(arguments: [
        (JSONValue.object(["side": .string("6")]), ["side"], ["sides", "place"]),
        (.object(["place": .object(["chanel": .string("6")])]), ["place", "chanel"], ["channel", "label"]),
        (.object(["places": .array([.object(["lable": .string("6")])])]), ["places", "0", "lable"], []),
    ])
    func `an unknown option is rejected at every depth with suggestions`(
        given: JSONValue, path: [String], candidates: [String]
    ) {
        #expect {
            _ = try Options.decode(from: given)
        } throws: { error in
            guard let problem = error as? OptionError else { return false }
            return problem.path == path && Set(candidates).isSubset(of: problem.candidates)
        }
    }

    @Test func `a bot without options rejects any option`() throws {
        _ = try NoOptions.decode(from: .null)
        #expect(throws: OptionError(path: ["x"], message: "'x' is not an option; this bot has no options")) {
            try NoOptions.decode(from: .object(["x": .string("1")]))
        }
    }

    @Test func `options with coding keys are found by those keys`() throws {
        struct Renamed: BotOptions, Equatable {
            enum CodingKeys: String, CodingKey { case maxDice = "most_dice" }
            var maxDice = 1
        }
        #expect(try Renamed.decode(from: .object(["most_dice": .string("5")])).maxDice == 5)
        #expect(throws: OptionError.self) { try Renamed.decode(from: .object(["mostDice": .string("5")])) }
    }

    @Test(arguments: [JSONValue.string("x"), .array([]), .bool(true)])
    func `options must be a map`(given: JSONValue) {
        #expect(throws: OptionError(path: [], message: "the config of a bot must be a map of its options")) {
            try Options.decode(from: given)
        }
    }
}
