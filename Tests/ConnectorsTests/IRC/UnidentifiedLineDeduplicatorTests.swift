import ChatModel
import Foundation
import Testing

@testable import ConnectorKit
@testable import IRC

struct UnidentifiedLineDeduplicatorTests {
    private let channel = ChannelID(connection: "net", channel: "#a")

    private func moment(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    private func said(_ text: String, at seconds: Double, msgid: String? = nil, isLate: Bool = true) -> IRCMessage {
        IRCMessage(channel: "#a", by: IRCUser(nick: "an"), text: text, msgid: msgid, time: moment(seconds), isLate: isLate)
    }

    @Test func `a line without an id is known when it is not later than the last known one`() {
        var lines = UnidentifiedLineDeduplicator()
        lines.record(said("a", at: 10, isLate: false), at: moment(10), in: channel, isGapOpen: false)
        #expect(lines.isKnown(said("a", at: 10), in: channel))
        #expect(!lines.isKnown(said("b", at: 11), in: channel))
        #expect(!lines.isKnown(said("a", at: 10, msgid: "m"), in: channel), "a name tells better")
        #expect(!lines.isKnown(said("a", at: 10), in: 7))
    }

    @Test func `while a gap is open, live lines are known by content and history by its time`() {
        var lines = UnidentifiedLineDeduplicator()
        lines.record(said("a", at: 10, isLate: false), at: moment(10), in: channel, isGapOpen: false)
        lines.record(said("live", at: 30, isLate: false), at: moment(30), in: channel, isGapOpen: true)
        #expect(!lines.isKnown(said("missed", at: 20), in: channel))
        #expect(lines.isKnown(said("live", at: 30), in: channel))
        lines.record(said("missed", at: 20), at: moment(20), in: channel, isGapOpen: true)
        #expect(lines.isKnown(said("missed", at: 20), in: channel))
        #expect(!lines.isKnown(said("missed too", at: 25), in: channel))
        lines.catchUp(in: channel)
        #expect(lines.isKnown(said("whatever", at: 29), in: channel))
        #expect(!lines.isKnown(said("new", at: 31), in: channel))
    }
}
