import BotKit
import BotTesting
import Foundation
import MezonProtocol
import Testing

@testable import BotKit

@Suite(.timeLimit(.minutes(15)))
struct FormTests {
    @Test func `a submitted form is decoded as a struct`() async throws {
        let clan = try await TestClan(Ballot.self)
        try await clan.user("an").says("*wish")
        let fields = ["days": " 3 ", "kind": "sick", "length": "1h30m", "why": "mệt quá", "half": "có"]
        #expect(try await clan.user("an").presses("Send", filling: fields) == [.reply("3 sick 5400.0 seconds mệt quá - true")])
        #expect(
            try await clan.user("an").presses("Send", filling: ["days": "3", "kind": "paid", "why": "  "])
                == [.reply("3 paid - - - -")])
    }

    @Test(arguments: [
        (#"{"days":"3","kind":"sick","tags":["r","b"]}"#, "3 sick - - r+b -"),
        (#"{"days":3,"kind":["sick"],"unknown":[[[1]]],"why":null}"#, "3 sick - - - -"),
        (#"{"kind":"sick"}"#, "How many days: this is missing"),
        (#"{"days":"","kind":"sick"}"#, "How many days: this is missing"),
        ("", "How many days: this is missing"), (#"{"days":"x","kind":"sick"}"#, "How many days: expected a whole number"),
        (#"{"days":"1 2","kind":"sick"}"#, "How many days: unexpected text"),
        (#"{"days":"99999999999999999999","kind":"sick"}"#, "How many days: this number is too large"),
        (#"{"days":{"a":1},"kind":"sick"}"#, "How many days: this is missing"),
        (#"{"days":"1","kind":"holiday"}"#, "Which: 'holiday' is not among the choices"),
        (#"{"days":"1","kind":["paid","sick"]}"#, "Which: choose only one"),
        (#"{"days":"1","kind":"sick","length":"long"}"#, "How long: expected a duration (10m, 1h30m)"),
        (#"{"days":"1","kind":"sick","half":"perhaps"}"#, "Half: expected yes or no"),
        (#"{"days":"1","kind":"sick","tags":["x"]}"#, "Tags: 'x' is not among the choices"),
        ("[]", "the form cannot be read"), ("{", "the form cannot be read"), ("\u{0}", "the form cannot be read"),
        (String(repeating: "[", count: 10_000), "the form cannot be read"),
        (#"{"why":"\#(String(repeating: "a", count: 20_000))"}"#, "the form cannot be read"),
    ])
    func `each form field is decoded by type, and errors name the field`(
        extra: String, text: String
    ) throws {
        let message = Message.make(content: try Draft("").adding(Ballot.form).content)
        do {
            let wish = try Ballot.BallotEntry(from: FormDecoder(submission: try Submission(extra, in: message)))
            #expect(
                "\(wish.days) \(wish.kind) - \(wish.why ?? "-") \(wish.tags?.joined(separator: "+") ?? "-") -" == text)
        } catch let mistake as UsageError {
            #expect(mistake.wording.en == text)
        }
    }

    @Test func `a form is rendered as an embed with named fields`() throws {
        let form = Form("Leave", text: "Please", .text("why", "Why", placeholder: "because"))
        #expect(
            try Draft("").adding(form).content.extras["embed"]
                == [
                    [
                        "title": "Leave", "description": "Please",
                        "fields": [
                            [
                                "name": "Why", "value": "",
                                "inputs": [
                                    "id": "why", "type": 3,
                                    "component": [
                                        "id": "why-component", "type": "text", "placeholder": "because", "defaultValue": "",
                                        "textarea": false,
                                    ],
                                ],
                            ]
                        ],
                    ]
                ])
    }

    @Test(arguments: [
        (
            FormField.number("n", "N", value: "3").required().described("a number"),
            #"{"inputs":{"component":{"defaultValue":"3","id":"n-component","placeholder":"","required":true,"textarea":false,"#
                + #""type":"number"},"id":"n","type":3},"name":"N","value":"a number"}"#
        ),
        (
            .select(
                "s", "S", ["a", SelectOption("B", "b", details: "the second", isDefault: true)], placeholder: "choose",
                count: 1...2),
            #"{"inputs":{"component":{"max_options":2,"min_options":1,"options":[{"label":"a","value":"a"},"#
                + #"{"default":true,"description":"the second","label":"B","value":"b"}],"placeholder":"choose","type":1,"#
                + #""valueSelected":{"label":"B","value":"b"}},"id":"s","type":2},"name":"S","value":""}"#
        ),
        (
            .users("u", "U", placeholder: "who", count: 1...3),
            #"{"inputs":{"component":{"max_options":3,"min_options":1,"placeholder":"who","type":2},"id":"u","type":2},"#
                + #""name":"U","value":""}"#
        ),
        (
            .radio("r", "R", [SelectOption("A", "a", style: .success), "b"], most: 2),
            #"{"inputs":{"component":[{"label":"A","name":"r","style":3,"value":"a"},{"label":"b","name":"r","value":"b"}],"#
                + #""id":"r","max_options":2,"type":5},"name":"R","value":""}"#
        ),
        (
            .date("d", "D", value: "2026-01-07").disabled(),
            #"{"inputs":{"component":{"disabled":true,"value":"2026-01-07"},"id":"d","type":4},"name":"D","value":""}"#
        ),
    ])
    func `each kind of field has the form that Mezon's clients read`(field: FormField, json: String) throws {
        let content = try Draft("").adding(Form("x", field)).content
        #expect(ContentJSON.encode(content) == #"{"embed":[{"fields":["# + json + #"],"title":"x"}],"t":""}"#)
    }

    @Test(arguments: [
        (FormField.select("s", "S", []), ComponentError.badCount(field: "s", 1...1, options: 0)),
        (.select("s", "S", ["a"], count: 1...2), .badCount(field: "s", 1...2, options: 1)),
        (.radio("r", "R", ["a"], most: 0), .noChoice(field: "r")),
        (.users("u", "U", count: 0...1), .noChoice(field: "u")),
        (.radio("r", "R", ["a", "a"]), .sameChoice(field: "r", value: "a")),
        (.choice("c", "C", (0..<26).map { ("\($0)", "\($0)") }), .tooManyChoices(route: "c", count: 26, most: 25)),
        (.select("s", "S", [SelectOption("", "a")]), .missing("label or value", of: "an option of 's'")),
        (.text("", "T"), .missing("name", of: "the form field 'T'")),
    ])
    func `a field that cannot be shown is an error when its form is added`(field: FormField, error: ComponentError) {
        #expect(throws: error) { try Draft("").adding(Form("x", field)) }
    }

    private struct Entry: Decodable {
        var who: UserID
        var size: String?
        var colors: [String]?
        var price: Int?
    }

    private static let order = Form(
        "Order", .users("who", "Who"), .radio("size", "Size", ["S", "M"]),
        .select("colors", "Colors", ["red", "green", "blue"], count: 2...3), .number("price", "Price", value: "5").disabled())

    @Test(arguments: [
        (#"{"who":"1900000000000000999"}"#, "1900000000000000999 - - 5"),
        (#"{"who":"7","size":"M","colors":["red","blue"],"price":"1"}"#, "7 M red+blue 5"),
        (#"{"who":"7","size":["S","M"]}"#, "Size: choose only one"),
        (#"{"who":"7","size":"XL"}"#, "Size: 'XL' is not among the choices"),
        (#"{"who":"7","colors":["red"]}"#, "Colors: choose at least 2"),
        (#"{"who":"7","colors":["red","red","red","red"]}"#, "Colors: choose at most 3"),
        (#"{"who":"an"}"#, "Who: invalid value"), (#"{"size":"S"}"#, "Who: this is missing"),
    ])
    func `values are checked against what the message offers`(extra: String, text: String) throws {
        let message = Message.make(content: try Draft("").adding(Self.order).content)
        do {
            let entry = try Entry(from: FormDecoder(submission: try Submission(extra, in: message)))
            let colors = entry.colors?.joined(separator: "+") ?? "-"
            #expect("\(entry.who) \(entry.size ?? "-") \(colors) \(entry.price.map { "\($0)" } ?? "-")" == text)
        } catch let mistake as UsageError {
            #expect(mistake.wording.en == text)
        }
    }

    @Test(arguments: [FormField.text("a", "A").required(), .radio("a", "A", ["x"]).required(), .date("a", "A").required()])
    func `a required field must be filled in when the form is submitted`(field: FormField) throws {
        let message = Message.make(content: try Draft("").adding(Form("x", field)).content)
        #expect(throws: UsageError.self) { try Submission("{}", in: message).checkRequired() }
        try Submission(#"{"a":"x"}"#, in: message).checkRequired()
        // A button that cancels submits nothing.
        _ = try Submission("", in: message)
    }
}
