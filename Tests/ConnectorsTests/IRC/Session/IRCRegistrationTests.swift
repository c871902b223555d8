import BotConfiguration
import ChatModel
import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCRegistrationTests {
    private let login = IRCSettings.Login(user: "an", password: Secret("sesame"))

    private func registration(
        sasl: IRCSettings.Login? = nil, tls: IRCSettings.TLS = .verified, host: String = "irc.example", nick: String = "an",
        password: Secret? = nil
    ) -> IRCRegistration {
        IRCRegistration(
            IRCSettings(host: host, tls: tls, nick: nick, username: "u", realname: "An N", password: password, sasl: sasl))
    }

    private func steps(_ registration: inout IRCRegistration, _ lines: String...) -> [IRCRegistration.Step] {
        lines.flatMap { line in IRCLine(Array(line.utf8)[...]).map { registration.steps(after: $0) } ?? [] }
    }

    @Test func `registration requests capabilities and sends password, nick and user`() {
        let registration = registration(password: Secret("open\r\nQUIT"))
        #expect(
            registration.opening() == [.send("CAP LS 302"), .send("PASS :openQUIT"), .send("NICK an"), .send("USER u 0 * :An N")])
    }

    @Test func `a capability list of several lines is joined, and wanted capabilities are requested`() {
        var registration = registration()
        #expect(steps(&registration, ":s CAP * LS * :batch away-notify setname", ":s CAP * LS * :sasl=PLAIN x=y") == [])
        #expect(
            steps(&registration, ":s CAP * LS :server-time message-tags ") == [.send("CAP REQ :message-tags server-time batch")])
        #expect(steps(&registration, ":s CAP an ACK :message-tags server-time batch unasked") == [.send("CAP END")])
        #expect(registration.capabilities == ["message-tags", "server-time", "batch"])
        #expect(steps(&registration, ":s 001 an_ :hi", ":s 376 an_ :end", ":s 376 an_ :end") == [.welcomed(nick: "an_"), .ready])
        #expect(steps(&registration, ":s CAP an NEW :echo-message junk") == [.send("CAP REQ :echo-message")])
        #expect(steps(&registration, ":s CAP an ACK :echo-message", ":s CAP an DEL :batch") == [])
        #expect(registration.capabilities == ["message-tags", "server-time", "echo-message"])
        #expect(steps(&registration, ":s CAP an DEL :echo-message") == [.capabilitiesLost])
    }

    @Test func `a server without capabilities, or one that grants none, is accepted`() {
        var old = registration()
        #expect(
            steps(&old, ":s 421 * CAP :Unknown command", ":s 001 an :hi", ":s 422 an :no MOTD") == [
                .welcomed(nick: "an"), .ready,
            ])
        var stern = registration()
        #expect(steps(&stern, ":s CAP * LS :batch", ":s CAP * NAK :batch") == [.send("CAP REQ :batch"), .send("CAP END")])
        #expect(stern.capabilities == [])
        var bare = registration()
        #expect(steps(&bare, ":s CAP * LS :") == [.send("CAP END")])
    }

    @Test func `a refused request for several capabilities is repeated one by one`() {
        var registration = registration(sasl: login)
        #expect(steps(&registration, ":s CAP * LS :sasl batch server-time") == [.send("CAP REQ :server-time batch sasl")])
        #expect(
            steps(&registration, ":s CAP * NAK :server-time batch sasl")
                == ["server-time", "batch", "sasl"].map { .send("CAP REQ :\($0)") })
        #expect(steps(&registration, ":s CAP * ACK :server-time", ":s CAP * NAK :batch junk") == [])
        #expect(steps(&registration, ":s CAP * ACK :sasl") == [.send("AUTHENTICATE PLAIN")])
        #expect(registration.capabilities == ["server-time", "sasl"])
    }

    @Test func `SASL login precedes the end of registration`() {
        var registration = registration(sasl: login)
        #expect(steps(&registration, ":s CAP * LS :sasl=EXTERNAL,PLAIN batch") == [.send("CAP REQ :batch sasl")])
        #expect(steps(&registration, ":s CAP * ACK :batch sasl") == [.send("AUTHENTICATE PLAIN")])
        #expect(steps(&registration, "AUTHENTICATE +") == [.send("AUTHENTICATE YW4AYW4Ac2VzYW1l")])
        #expect(steps(&registration, ":s 900 an a!b@c an :logged in", ":s 903 an :success") == [.send("CAP END")])
    }

    @Test(arguments: [
        (294, [392]), (295, [396]), (297, [396]), (298, [400, 0]), (300, [400, 0]), (301, [400, 4]), (600, [400, 400, 0]),
    ])
    func `a long login is sent in parts of 400 bytes`(bytes: Int, pieces: [Int]) {
        let password = String(repeating: "p", count: bytes - 2)
        var registration = registration(sasl: IRCSettings.Login(user: "", password: Secret(password)))
        _ = steps(&registration, ":s CAP * LS :sasl", ":s CAP * ACK :sasl")
        let sent = steps(&registration, "AUTHENTICATE +")
        #expect(
            sent.map { step -> Int in
                guard case .send(let line) = step else { return -1 }
                return line == "AUTHENTICATE +" ? 0 : line.utf8.count - "AUTHENTICATE ".utf8.count
            } == pieces)
    }

    @Test func `a failed login is a refusal`() {
        var wrong = registration(sasl: login)
        _ = steps(&wrong, ":s CAP * LS :sasl", ":s CAP * ACK :sasl", "AUTHENTICATE +")
        #expect(
            steps(&wrong, ":s 904 an :SASL authentication failed") == [
                .refused("login refused: SASL authentication failed")
            ])
        var unoffered = registration(sasl: login)
        #expect(steps(&unoffered, ":s CAP * LS :batch") == [.refused("the server does not offer SASL login")])
        var other = registration(sasl: login)
        #expect(
            steps(&other, ":s CAP * LS :sasl=EXTERNAL", ":s CAP * ACK :sasl") == [
                .send("CAP REQ :sasl"), .refused("the server does not offer SASL SCRAM-SHA-256 or PLAIN, only EXTERNAL"),
            ])
        var denied = registration(sasl: login)
        #expect(
            steps(&denied, ":s CAP * LS :sasl", ":s CAP * NAK :sasl")
                == [.send("CAP REQ :sasl"), .refused("the server did not enable SASL login")])
        var hasty = registration(sasl: login)
        #expect(steps(&hasty, ":s 001 an :hi") == [.refused("the server did not wait for the login")])
    }

    @Test func `passwords are not sent without TLS except to the local host`() {
        let open = registration(sasl: login, tls: .off)
        #expect(open.opening() == [.refused("passwords and keys require TLS; enable tls or remove them")])
        for host in ["localhost", "127.0.0.1", "::1"] {
            #expect(registration(sasl: login, tls: .off, host: host).opening().count == 3)
        }
        #expect(registration(sasl: login, tls: .off, host: "127.evil.example").opening().count == 1)
    }

    @Test func `unrequested SASL replies are ignored`() {
        var registration = registration()
        #expect(steps(&registration, "AUTHENTICATE +", ":s 903 an :ok", ":s 904 an :no", ":s CAP * ACK :sasl") == [])
    }

    @Test func `a nick in use is replaced by alternatives`() {
        var registration = registration()
        let sent = (0..<5).flatMap { _ in steps(&registration, ":s 433 * an :in use") }
        #expect(sent == [.send("NICK an_"), .send("NICK an__"), .send("NICK an___"), .send("NICK an_10"), .send("NICK an_11")])
        for _ in 0..<25 { _ = steps(&registration, ":s 433 * an :in use") }
        #expect(steps(&registration, ":s 433 * an :in use") == [.refused("no alternative nick was accepted: in use")])
        #expect(registration.usesAlternativeNick)
    }

    @Test func `a nick that is too long is cut to nine characters`() {
        var registration = registration(nick: "a_very_long_nick")
        #expect(
            steps(&registration, ":s 432 * x :Erroneous", ":s 433 * x :in use") == [
                .send("NICK a_very_lo"), .send("NICK a_very_l_"),
            ])
        #expect(steps(&registration, ":s 432 * x :Erroneous") == [.refused("no alternative nick was accepted: Erroneous")])
    }

    @Test(arguments: ["464", "465"]) func `a refused client reports the server's reason`(code: String) {
        var registration = registration()
        #expect(steps(&registration, ":s \(code) an :Go away") == [.refused("\(code): Go away")])
    }

    @Test func `endless capability lists are bounded`() {
        var registration = registration()
        for number in 0..<10_000 {
            _ = steps(&registration, ":s CAP * LS * :cap-\(number) \(String(repeating: "x", count: 400))")
        }
        #expect(steps(&registration, ":s CAP * LS :batch") == [.send("CAP END")])
    }
}
