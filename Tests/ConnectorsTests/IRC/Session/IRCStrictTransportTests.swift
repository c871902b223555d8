import BotConfiguration
import ChatModel
import Foundation
import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCStrictTransportTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)

    @Test(
        arguments: [
            ("port=6697,duration=60", 6697, 60), ("port=6697", 6697, nil), ("duration=0", nil, 0), ("port=0", nil, nil),
            ("port=65536,duration=-1", nil, nil), ("port,duration", nil, nil), ("", nil, nil),
            ("duration=99999999999,preload,x=y", nil, 10 * 366 * 86_400), ("duration=99999999999999999999", nil, nil),
        ] as [(String, Int?, Int?)])
    func `an STS value is parsed, and unknown parts are ignored`(value: String, port: Int?, duration: Int?) {
        let offer = IRCStrictTransport.Offer(value)
        #expect(offer.port == port)
        #expect(offer.duration == duration)
    }

    @Test func `an STS policy holds for its host and duration, and is renewed in full`() {
        let promise = IRCStrictTransport(host: "irc.example", port: 6697, duration: 60, now: now)
        #expect(promise.holds(for: "IRC.example", at: now.addingTimeInterval(59)))
        #expect(!promise.holds(for: "irc.example", at: now.addingTimeInterval(60)))
        #expect(!promise.holds(for: "other.example", at: now))
        #expect(promise.renewed(at: now.addingTimeInterval(50)).holds(for: "irc.example", at: now.addingTimeInterval(100)))
    }

    private func steps(_ tls: IRCSettings.TLS, _ lines: String...) -> [IRCRegistration.Step] {
        var registration = IRCRegistration(IRCSettings(host: "irc.example", tls: tls, nick: "an"))
        return lines.flatMap { line in IRCLine(Array(line.utf8)[...]).map { registration.steps(after: $0) } ?? [] }
    }

    @Test func `a plain connection upgrades to TLS and ignores the STS duration`() {
        #expect(steps(.off, ":s CAP * LS * :batch", ":s CAP * LS :sts=port=6697,duration=60") == [.upgrade(port: 6697)])
        #expect(steps(.off, ":s CAP * LS :sts=duration=60") == [.send("CAP END")])
        #expect(steps(.off, ":s CAP * LS :", ":s CAP * NEW :sts=port=7000") == [.send("CAP END"), .upgrade(port: 7000)])
    }

    @Test func `over TLS the STS policy is stored, and the capability is never requested`() {
        #expect(
            steps(.verified, ":s CAP * LS :sts=port=6697,duration=60 batch") == [.promised(seconds: 60), .send("CAP REQ :batch")])
        #expect(steps(.verified, ":s CAP * LS :sts=duration=0") == [.promised(seconds: 0), .send("CAP END")])
        #expect(steps(.verified, ":s CAP * LS :sts=port=6697") == [.send("CAP END")])
        #expect(
            steps(.verified, ":s CAP * LS :sts=duration=9", ":s CAP * DEL :sts") == [.promised(seconds: 9), .send("CAP END")])
    }
}
