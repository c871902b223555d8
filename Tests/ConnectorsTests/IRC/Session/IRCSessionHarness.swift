import BotConfiguration
import ChatModel
import Foundation
import Testing

@testable import ConnectorKit
@testable import IRC

/// A session fed by hand: what the server says goes in, what is to be written comes out.
struct IRCSessionHarness {
    var session: IRCSession
    var uptime = Duration.zero
    let now = Date(timeIntervalSince1970: 1_767_225_600)

    init(_ settings: IRCSettings) { session = IRCSession(settings, at: .zero) }

    static func settings(
        sasl: IRCSettings.Login? = nil, tls: IRCSettings.TLS = .verified,
        rooms: [IRCSettings.RemoteChannel] = [IRCSettings.RemoteChannel("#lobby")],
        pace: IRCSettings.RateLimit = IRCSettings.RateLimit(burst: 1, every: .zero)
    ) -> IRCSettings {
        IRCSettings(
            host: "irc.example", tls: tls, nick: "an", username: "an", realname: "An", sasl: sasl, channels: rooms, pace: pace)
    }

    /// Taken in and joined, with these capabilities.
    static func joined(_ capabilities: String = "", _ settings: IRCSettings = settings()) -> IRCSessionHarness {
        var table = IRCSessionHarness(settings)
        table.say(":s CAP * LS :\(capabilities)")
        if !capabilities.isEmpty { table.say(":s CAP an ACK :\(capabilities)") }
        table.say(":s 001 an :hi", ":s 005 an CASEMAPPING=rfc1459 CHANTYPES=# :are supported", ":s 376 an :end")
        for room in settings.channels { table.say(":an!an@host JOIN \(room.name)", ":s 353 an = \(room.name) :@an binh") }
        _ = table.written()
        while case .wait(let moment) = table.session.output(at: table.uptime) {
            table.uptime = moment + .seconds(60)
            _ = table.written()
        }
        table.uptime += .seconds(60)
        table.say(":s NOTICE an :time has passed")
        _ = table.session.takeOutcome()
        return table
    }

    mutating func say(_ lines: String...) {
        for line in lines { session.receive(Array((line + "\r\n").utf8), at: uptime, now: now) }
    }

    mutating func written() -> [String] {
        var bytes: [UInt8] = []
        while case .write(let more) = session.output(at: uptime) { bytes += more }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    mutating func events(after lines: String...) -> [IRCEvent] {
        for line in lines { session.receive(Array((line + "\r\n").utf8), at: uptime, now: now) }
        return session.takeOutcome().events
    }

    mutating func settled() -> [IRCPendingRequests.Settled] { session.takeOutcome().settled }

    mutating func pass(_ duration: Duration) {
        uptime += duration
        session.tick(at: uptime)
    }
}
