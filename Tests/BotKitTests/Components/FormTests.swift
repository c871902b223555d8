import BotKit
import BotTesting
import Foundation
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
        let message = Message.make(content: Draft("").adding(Ballot.form).content)
        do {
            let wish = try Ballot.BallotEntry(from: FormDecoder(submission: try Submission(extra, in: message)))
            #expect(
                "\(wish.days) \(wish.kind) - \(wish.why ?? "-") \(wish.tags?.joined(separator: "+") ?? "-") -" == text)
        } catch let mistake as UsageError {
            #expect(mistake.wording.en == text)
        }
    }

    @Test func `a form is rendered as an embed with named fields`() {
        let form = Form("Leave", text: "Please", .text("why", "Why", placeholder: "because"))
        #expect(
            Draft("").adding(form).content.extras["embed"]
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
}
