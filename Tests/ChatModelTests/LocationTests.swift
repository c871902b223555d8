import BotTesting
import ChatModel
import Testing

struct LocationTests {
    @Test(arguments: [
        (10.7769, 106.7009, "10.776900,106.700900"), (-0.5, -179.9999999, "-0.500000,-180.000000"),
        (0.0000001, 90, "0.000000,90.000000"), (-90, 180, "-90.000000,180.000000"),
    ])
    func `a location is written as Mezon's clients do, and read back`(latitude: Double, longitude: Double, text: String) {
        let draft = Draft(location: Location(latitude: latitude, longitude: longitude))
        let link = "https://www.google.com/maps?q=\(text)&z=14&t=m&mapclient=embed"
        #expect(draft.content.text == link && draft.kind == .location)
        #expect(draft.content.markup == [Markup("lk", TextRange(0, link.utf16.count))])
        let read = Message.make(content: draft.content, code: .location).location
        #expect(abs((read?.latitude ?? 999) - latitude) < 1e-6 && abs((read?.longitude ?? 999) - longitude) < 1e-6)
    }

    @Test(arguments: [
        "", "https://www.google.com/maps?q=", "https://www.google.com/maps?q=1", "https://www.google.com/maps?q=1,2,3",
        "https://www.google.com/maps?q=91,2", "https://www.google.com/maps?q=nan,inf", "https://example.org/maps?q=1,2",
    ])
    func `another text is no location`(text: String) {
        #expect(Message.make(content: Content(text), code: .location).location == nil)
    }

    @Test func `an ordinary message with such a link is no location`() {
        let content = Draft(location: Location(latitude: 1, longitude: 2)).content
        #expect(Message.make(content: content, code: .chat).location == nil)
    }
}
