import BotKit
import BotTesting
import Foundation
import MezonProtocol
import Testing

struct CardTests {
    @Test func `a card becomes an embed with every part`() throws {
        let card = Card(
            "Build 214", text: "All passed.", url: "https://ci.example/214", color: "#2ECC71",
            author: Card.Author("CI", url: "https://ci.example", icon: "https://ci.example/i.png"),
            thumbnail: "https://ci.example/t.png", image: Card.Picture("https://ci.example/p.png", width: 640, height: 480),
            footer: Card.Footer("main", icon: "https://ci.example/f.png"),
            timestamp: Date(timeIntervalSince1970: 1_767_787_200),
            fields: [.text("Tests", "2,310", isInline: true), .text("Time", "4 min")])
        #expect(
            ContentJSON.encode(try Draft("done").adding(card).content)
                == #"{"embed":[{"author":{"icon_url":"https://ci.example/i.png","name":"CI","url":"https://ci.example"},"#
                + ##""color":"#2ecc71","description":"All passed.","fields":[{"inline":true,"name":"Tests","value":"2,310"},"##
                + #"{"name":"Time","value":"4 min"}],"footer":{"icon_url":"https://ci.example/f.png","text":"main"},"#
                + #""image":{"height":480,"url":"https://ci.example/p.png","width":640},"#
                + #""thumbnail":{"url":"https://ci.example/t.png"},"timestamp":"2026-01-07T12:00:00Z","title":"Build 214","#
                + #""url":"https://ci.example/214"}],"t":"done"}"#)
    }

    @Test func `a card shows only the parts that it has, and several cards follow each other`() throws {
        let draft = try Draft("").adding(Card("A")).adding(Card(image: "https://a.example/b.png"))
        #expect(draft.content.extras["embed"] == [["title": "A"], ["image": ["url": "https://a.example/b.png"]]])
    }

    @Test func `an animation and buttons are fields of a card`() throws {
        let card = Card(fields: [
            .animation(
                "Slots", sheet: "https://a.example/s.png", positions: "https://a.example/s.json", pool: [["1.png", "2.png"]],
                repetitions: 3, duration: 0.35, isVertical: true, showsResult: true),
            .buttons("Again?", [Ballot.host.button("Spin").icon(.play), Component.link("Rules", "https://a.example")]),
        ])
        let button: JSONValue = [
            "id": "~ballot/host/", "type": 1, "component": ["label": "Spin", "style": 1, "icon": "PLAY"],
        ]
        let link: JSONValue = [
            "id": "https://a.example", "type": 1, "component": ["label": "Rules", "style": 5, "url": "https://a.example"],
        ]
        let animation: JSONValue = [
            "url_image": "https://a.example/s.png", "url_position": "https://a.example/s.json", "pool": [["1.png", "2.png"]],
            "repeat": 3, "duration": .number(0.35), "vertical": true, "isResult": 1,
        ]
        let first: JSONValue = [
            "name": "Slots", "value": "", "inputs": ["id": "animation", "type": 6, "component": animation],
        ]
        let second: JSONValue = ["name": "Again?", "value": "", "button": [button, link]]
        let fields = try Draft("").adding(card).content.extras["embed"]?.array?.first?.object?["fields"]
        #expect(fields == [first, second])
    }

    @Test func `a grid is the shape of a field`() throws {
        let card = Card(fields: [
            .grid(
                "Board", columns: 3, rows: 2, sheet: "https://a.example/s.png", positions: "https://a.example/s.json",
                items: [GridItem(column: 1, row: 0, width: 2)])
        ])
        let shape: JSONValue = [
            "id": "grid", "type": 7, "columns": 3, "rows": 2,
            "component": [
                "url_image": "https://a.example/s.png", "url_position": "https://a.example/s.json",
                "items": [["start_col": 1, "start_row": 0, "width": 2, "height": 1]],
            ],
        ]
        let fields = try Draft("").adding(card).content.extras["embed"]?.array?.first?.object?["fields"]
        #expect(fields == [["name": "Board", "value": "", "shape": shape]])
    }

    private static func grid(_ columns: Int, _ rows: Int, _ items: [GridItem], sheet: String = "https://a.example") -> Card {
        Card(fields: [.grid(columns: columns, rows: rows, sheet: sheet, positions: "https://a.example/p.json", items: items)])
    }

    private static let corner = GridItem(column: 0, row: 0)

    @Test(arguments: [
        (grid(0, 2, [corner]), "a grid has 0 columns and 2 rows; it needs 1 to 50 of each"),
        (grid(2, 51, [corner]), "a grid has 2 columns and 51 rows; it needs 1 to 50 of each"),
        (grid(2, 2, []), "a grid has no part"),
        (grid(2, 2, Array(repeating: corner, count: 51)), "'grid' has 51 choices; the maximum is 50"),
        (
            grid(2, 2, [GridItem(column: 0, row: 3)]),
            "a part of a grid with 1 columns and 1 rows from column 0 and row 3 is not inside it"
        ),
        (
            grid(2, 2, [GridItem(column: 0, row: 0, width: 3)]),
            "a part of a grid with 3 columns and 1 rows from column 0 and row 0 is not inside it"
        ),
        (
            grid(2, 2, [corner], sheet: "ftp://a"),
            "'ftp://a' is not an address; write https://, a host and a path without spaces"
        ),
    ])
    func `a grid that cannot be shown is refused`(card: Card, reason: String) {
        do {
            _ = try Draft("").adding(card)
            Issue.record("it is accepted")
        } catch {
            #expect("\(error)" == reason)
        }
    }

    static let invalid: [(Card, ComponentError, String)] = [
        (Card(), .emptyCard, "the card is empty; give it a title, a text or a field"),
        (
            Card(text: "x", url: "https://a.example"), .missing("title", of: "a card with an address"),
            "a card with an address has no title"
        ),
        (
            Card("x", url: "a.example"), .notAnAddress("a.example"),
            "'a.example' is not an address; write https://, a host and a path without spaces"
        ),
        (
            Card("x", image: "javascript:alert(1)"), .notAnAddress("javascript:alert(1)"),
            "'javascript:alert(1)' is not an address; write https://, a host and a path without spaces"
        ),
        (Card("x", thumbnail: ""), .notAnAddress(""), "'' is not an address; write https://, a host and a path without spaces"),
        (Card("x", color: "red"), .notAColor("red"), "'red' is not a color; write \"#5865f2\""),
        (Card("x", color: "#12345é"), .notAColor("#12345é"), "'#12345é' is not a color; write \"#5865f2\""),
        (Card("x", author: .init("")), .missing("name", of: "the author of a card"), "the author of a card has no name"),
        (Card("x", footer: .init("")), .missing("text", of: "the footer of a card"), "the footer of a card has no text"),
        (Card(fields: [.text("", "")]), .missing("name", of: "a field of a card"), "a field of a card has no name"),
        (
            Card("x", timestamp: Date(timeIntervalSince1970: .infinity)), .missing("valid time", of: "the card"),
            "the card has no valid time"
        ),
        (
            Card(fields: (0..<26).map { .text("\($0)", "") }), .tooManyFields(count: 26, most: 25),
            "a card has 26 fields; the maximum is 25"
        ),
        (
            Card(fields: [.animation(sheet: "https://a.example", positions: "https://a.example", pool: [[]])]),
            .missing("picture", of: "a wheel of an animation"), "a wheel of an animation has no picture"
        ),
        (
            Card(fields: [.input(.text("a", "A")), .input(.text("a", "B"))]), .sameField("a"),
            "two form fields of the message are named 'a'; give each its own name"
        ),
        (
            Card("x", text: String(repeating: "é", count: 3890)), .tooLong(units: 3932, most: 3900),
            "the cards and components of a message have 3932 characters as JSON; the maximum is 3900"
        ),
    ]

    @Test(arguments: invalid)
    func `a card that cannot be shown is an error that says what to change`(
        card: Card, error: ComponentError, text: String
    ) {
        #expect(throws: error) { try Draft("").adding(card) }
        #expect(error.description == text)
    }

    @Test func `a button in a card is pressed like one below the message`() async throws {
        let clan = try await TestClan(CardBallot.self)
        try await clan.user("an").says("*card")
        #expect(try await clan.user("an").presses("In card") == [.reply("pressed 1")])
        #expect(try await clan.user("an").presses("Below") == [.reply("pressed 2")])
        await #expect(throws: TestClanError.self) { try await clan.user("an").presses("Off") }
    }
}

/// A bot with a card that has buttons, and a disabled button.
struct CardBallot: Bot {
    static let manifest = Manifest("card-ballot", needs: [.reply])
    static let vote = Route<Int>("vote")
    let options: NoOptions

    var commands: [Command<Self>] {
        Command("card") { _ in
            [
                .reply(
                    try Draft("").adding(Card("Vote", fields: [.buttons("", [Self.vote.button("In card", 1)])]))
                        .adding(Self.vote.button("Below", 2), Self.vote.button("Off", 3).disabled()))
            ]
        }
    }

    var presses: [Press<Self>] { Press(Self.vote) { (_, choice) in [.reply("pressed \(choice)")] } }
}
