import BotConfiguration
import ChatModel
import Foundation
import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCAuthenticationTests {
    private typealias Step = IRCAuthentication.Step

    private static let nonce = "rOprNGfwEbeRWgbNEkqO"
    private static let pencil = IRCSettings.Login(user: "user", password: Secret("pencil"))

    private static func coded(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    @Test func `PLAIN names the account as authorization and authentication identity`() {
        var login = IRCAuthentication(IRCSettings.Login(user: "jilles", password: Secret("sesame")), nonce: "")
        #expect(login.begin(offering: "") == [.send("AUTHENTICATE PLAIN")])
        #expect(login.steps(after: "+") == [.send("AUTHENTICATE amlsbGVzAGppbGxlcwBzZXNhbWU=")])
        #expect(login.steps(after: "+") == [])
        #expect(login.succeeded() == [.finished])
    }

    @Test func `SCRAM-SHA-256 is used when offered, and the server must prove the password`() {
        var login = IRCAuthentication(Self.pencil, nonce: Self.nonce)
        #expect(login.begin(offering: "EXTERNAL,PLAIN,SCRAM-SHA-256") == [.send("AUTHENTICATE SCRAM-SHA-256")])
        #expect(login.steps(after: "+") == [.send("AUTHENTICATE " + Self.coded("n,,n=user,r=\(Self.nonce)"))])
        let challenge = "r=\(Self.nonce)%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
        let final = "c=biws,r=\(Self.nonce)%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
        #expect(login.steps(after: Self.coded(challenge)) == [.send("AUTHENTICATE " + Self.coded(final))])
        var hasty = login
        #expect(hasty.succeeded() == [.refused("the server accepted an incomplete login")])
        var wrong = login
        #expect(
            wrong.steps(after: Self.coded("v=AAAA")) == [
                .send("AUTHENTICATE *"), .refused("the server did not prove that it knows the password"),
            ])
        #expect(login.steps(after: Self.coded("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")) == [.send("AUTHENTICATE +")])
        #expect(login.succeeded() == [.finished])
    }

    @Test func `an account without SCRAM falls back to PLAIN once`() {
        var login = IRCAuthentication(Self.pencil, nonce: Self.nonce)
        _ = login.begin(offering: "PLAIN,SCRAM-SHA-256")
        _ = login.steps(after: "+")
        login.setOffered("PLAIN,EXTERNAL")
        #expect(login.failed("no") == [.send("AUTHENTICATE PLAIN")])
        #expect(login.steps(after: "+") == [.send("AUTHENTICATE " + Self.coded("user\0user\0pencil"))])
        #expect(login.failed("no") == [.refused("login refused: no")])
        #expect(login.failed("no") == [])
    }

    @Test func `a configured mechanism is used exclusively`() {
        let settings = IRCSettings.Login.password(user: "user", Secret("pencil"), .scramSHA256)
        var login = IRCAuthentication(settings, nonce: Self.nonce)
        #expect(login.begin(offering: "") == [.send("AUTHENTICATE SCRAM-SHA-256")])
        #expect(login.failed("no") == [.refused("login refused: no")])
        var unknown = IRCAuthentication(settings, nonce: Self.nonce)
        #expect(
            unknown.begin(offering: "PLAIN,EXTERNAL") == [
                .refused("the server does not offer SASL SCRAM-SHA-256, only PLAIN,EXTERNAL")
            ])
    }

    @Test(arguments: [(nil, "AUTHENTICATE +"), ("an", "AUTHENTICATE YW4=")])
    func `EXTERNAL sends at most the authorization identity`(user: String?, line: String) {
        var login = IRCAuthentication(.certificate(.init(file: "c", key: "k"), user: user), nonce: "")
        #expect(login.begin(offering: "PLAIN,EXTERNAL") == [.send("AUTHENTICATE EXTERNAL")])
        #expect(login.steps(after: "+") == [.send(line)])
        #expect(login.succeeded() == [.finished])
    }

    @Test func `a challenge in several parts is joined, and an endless one is rejected`() {
        var login = IRCAuthentication(Self.pencil, nonce: Self.nonce)
        _ = login.begin(offering: "SCRAM-SHA-256")
        _ = login.steps(after: "+")
        let long = Self.coded("r=\(Self.nonce)x,s=W22Z,i=4096,x=" + String(repeating: "y", count: 400))
        #expect(login.steps(after: String(long.prefix(400))) == [])
        #expect(login.steps(after: String(long.dropFirst(400))).count == 1)
        var endless = IRCAuthentication(Self.pencil, nonce: Self.nonce)
        _ = endless.begin(offering: "SCRAM-SHA-256")
        let steps = (0..<30).flatMap { _ in endless.steps(after: String(repeating: "A", count: 400)) }
        #expect(steps.first == .refused("the server's SASL challenge is too long"))
    }

    @Test(arguments: ["%%%", "AAAA", "/w=="]) func `an unreadable challenge is rejected`(text: String) {
        var login = IRCAuthentication(Self.pencil, nonce: Self.nonce)
        _ = login.begin(offering: "SCRAM-SHA-256")
        _ = login.steps(after: "+")
        guard case .refused = login.steps(after: text).last else {
            Issue.record("it was taken")
            return
        }
    }

    @Test func `SASL replies before a login are ignored`() {
        var login = IRCAuthentication(Self.pencil, nonce: Self.nonce)
        #expect(login.steps(after: "+") == [])
        #expect(login.succeeded() == [])
        #expect(login.failed("no") == [])
    }
}
