import BotConfig
import Foundation
import MezonModel
import MezonTesting
import NIOSSL
import Relay
import Testing

/// With a certificate of the tests' own, for `localhost`.
@Suite(.timeLimit(.minutes(5))) struct IRCTLSTests {
    private let certificate: String
    private let server: ScriptedIRCServer

    init() async throws {
        func file(_ ending: String) throws -> String {
            try #require(Bundle.module.url(forResource: "Corpus/tls/only-for-tests", withExtension: ending)).path
        }
        certificate = try file("crt")
        let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
        let key = try NIOSSLPrivateKey(file: file("key"), format: .pem)
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key)))
        server = try await ScriptedIRCServer(secure: context, ScriptedIRCServer.welcoming())
    }

    private func listener(_ host: String, _ tls: IRCSettings.TLS) -> IRCListener {
        IRCListener(
            IRCSettings(
                host: host, port: server.port, tls: tls, nick: "an", password: Secret("sesame"),
                rooms: [IRCSettings.RemoteChannel("#house")], pace: IRCSettings.RateLimit(burst: 1, every: .zero)),
            time: ManualTime())
    }

    @Test func `a server whose certificate is trusted is spoken to, in secret`() async throws {
        let listener = listener("localhost", .trusting(file: certificate))
        try await listener.client.waitUntilJoined("#house")
        #expect(try await listener.client.say([IRCText("xin chào")], in: "#house") == [IRCAcknowledgement()])
        #expect(server.lines.contains("PASS :sesame") && server.lines.contains("PRIVMSG #house :xin chào"))
        await listener.stop()
        try await server.close()
    }

    @Test(arguments: [("localhost", false), ("127.0.0.1", true)])
    func `one whose certificate is nobody's, or of another name, hears no word`(host: String, isTrusted: Bool) async throws {
        let listener = listener(host, isTrusted ? .trusting(file: certificate) : .verified)
        while !listener.client.status.isWaiting { await Task.yield() }
        #expect(server.lines == [])
        await listener.stop()
        try await server.close()
    }
}

extension IRCStatus {
    fileprivate var isWaiting: Bool { if case .waiting = phase { true } else { false } }
}
