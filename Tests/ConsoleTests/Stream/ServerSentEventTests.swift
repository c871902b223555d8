import Testing

@testable import Console

struct ServerSentEventTests {
    @Test func `line breaks become data lines, so that no data begins a field`() {
        let event = ServerSentEvent(id: 7, name: "entry", data: "a\nid: 9\r\nevent: x\rb")
        #expect(event.text == "id: 7\nevent: entry\ndata: a\ndata: id: 9\ndata: event: x\ndata: b\n\n")
    }
}
