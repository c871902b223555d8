import ChatModel
import Testing

struct MessageKindTests {
    private static let place = Location(latitude: 10.7769, longitude: 106.7009)

    private static func poll(
        _ question: String = "Lunch?", _ answers: [String] = ["Phở", "Bún"], hours: Int = 24
    ) -> Draft { Draft(poll: Poll(question, answers, hours: hours)) }

    private static func poll(beside change: (inout Draft) -> Void) -> Draft {
        var draft = poll()
        change(&draft)
        return draft
    }

    @Test(arguments: [
        (poll(" "), "a poll without a question"),
        (poll(String(repeating: "?", count: 301)), "a poll whose question has 301 characters; the maximum is 300"),
        (poll("Lunch?", ["Phở"]), "a poll with 1 answers; it needs 2 to 20"),
        (poll("Lunch?", []), "a poll without answers"),
        (poll("Lunch?", (0...20).map { "\($0)" }), "a poll with 21 answers; it needs 2 to 20"),
        (poll("Lunch?", ["Phở", ""]), "a poll with an empty answer"),
        (poll(hours: 0), "a poll of 0 hours; it can be open for 1 to 168"),
        (poll(hours: 169), "a poll of 169 hours; it can be open for 1 to 168"),
        (poll { $0.content.text = "x" }, "a poll beside other content; send it as a message of its own"),
        (
            poll("Lunch?", ["a", String(repeating: "b", count: 4000)]),
            "a poll of 4107 characters as JSON; the maximum is 3900"
        ),
        (Draft(location: Location(latitude: 91, longitude: 0)), "a location that is no place on the map"),
        (Draft(location: Location(latitude: 0, longitude: .nan)), "a location that is no place on the map"),
        (Draft(location: Location(latitude: 0, longitude: -.infinity)), "a location that is no place on the map"),
        (Draft(contact: ContactCard(0, username: "an")), "a contact without a user and a username"),
        (Draft(contact: ContactCard(5, username: "")), "a contact without a user and a username"),
        (Draft(contact: ContactCard(5, username: "an", avatar: "x")), "a contact whose picture is no https URL"),
        (
            Draft(contact: ContactCard(5, username: "an", name: String(repeating: "n", count: 301))),
            "a contact with a text of more than 300 characters"
        ),
    ])
    func `a draft that Mezon would not show has a problem`(draft: Draft, problem: String) {
        #expect(draft.kindProblem == problem)
    }

    @Test(arguments: [
        poll(), poll(String(repeating: "?", count: 300), (1...20).map { "\($0)" }, hours: 168), Draft(location: place),
        Draft(contact: ContactCard(5, username: "an", avatar: "https://example.org/a.png")), Draft("text"),
    ])
    func `a draft within the limits has none`(draft: Draft) {
        #expect(draft.kindProblem == nil)
    }

    @Test func `the codes of the kinds are those of the protocol`() {
        #expect([MessageKind.contact, .location, .poll].map(\.code) == [.contact, .location, .poll])
        #expect(
            [MessageCode.contact, .location, .poll, .chat, .welcome].map { MessageKind($0) } == [
                .contact, .location, .poll, nil, nil,
            ])
    }
}
