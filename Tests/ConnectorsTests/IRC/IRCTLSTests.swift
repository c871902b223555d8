import BotConfiguration
import BotTesting
import ChatModel
import ConnectorKit
import Foundation
import IRC
import NIOSSL
import Synchronization
import Testing

/// Tests with a self-made certificate for `localhost`.
@Suite(.timeLimit(.minutes(5))) struct IRCTLSTests {
    private let certificate: String
    private let keyFile: String
    private let chain: [NIOSSLCertificateSource]
    private let key: NIOSSLPrivateKey
    private let context: NIOSSLContext
    private let server: ScriptedIRCServer

    init() async throws {
        func file(_ ending: String) throws -> String {
            try #require(Bundle.module.url(forResource: "Corpus/tls/only-for-tests", withExtension: ending)).path
        }
        certificate = try file("crt")
        keyFile = try file("key")
        chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
        key = try NIOSSLPrivateKey(file: keyFile, format: .pem)
        context = try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key)))
        server = try await ScriptedIRCServer(secure: context, ScriptedIRCServer.welcoming())
    }

    private func listener(_ host: String, _ tls: IRCSettings.TLS) -> IRCListener {
        IRCListener(
            IRCSettings(
                host: host, port: server.port, tls: tls, nick: "an", password: Secret("sesame"),
                channels: [IRCSettings.RemoteChannel("#lobby")], pace: IRCSettings.RateLimit(burst: 1, every: .zero)),
            time: ManualTime())
    }

    @Test func `a server with a trusted certificate is used over TLS`() async throws {
        let listener = listener("localhost", .trusting(file: certificate))
        try await listener.client.waitUntilJoined("#lobby")
        #expect(try await listener.client.send([IRCText("xin chào")], in: "#lobby") == [IRCAcknowledgement()])
        #expect(server.lines.contains("PASS :sesame") && server.lines.contains("PRIVMSG #lobby :xin chào"))
        await listener.stop()
        try await server.close()
    }

    @Test(arguments: [("localhost", false), ("127.0.0.1", true)])
    func `a server with an untrusted certificate or another name receives no line`(host: String, isTrusted: Bool) async throws {
        let listener = listener(host, isTrusted ? .trusting(file: certificate) : .verified)
        while !listener.client.status.isWaiting { await Task.yield() }
        #expect(server.lines == [])
        await listener.stop()
        try await server.close()
    }

    @Test func `a network that requires TLS by STS is not used in plain text, nor with an untrusted certificate`()
        async throws
    {
        let port = server.port
        let open = try await ScriptedIRCServer(ScriptedIRCServer.welcoming("sts=port=\(port),duration=60"))
        let promises = PromiseRecorder()
        let listener = IRCListener(
            IRCSettings(host: "localhost", port: open.port, tls: .off, nick: "an"), time: ManualTime(),
            strictTransports: promises.store)
        while !listener.client.status.isWaiting { await Task.yield() }
        #expect(server.connections == 1)
        #expect(server.lines == [])
        #expect(open.lines == ["CAP LS 302", "NICK an", "USER an 0 * :an", "QUIT :reconnecting with TLS"])
        #expect(promises.saved.isEmpty)
        await listener.stop()
        try await open.close()
        try await server.close()
    }

    @Test func `a network that asks for TLS is reached by TLS at once, and later without a word in the open`() async throws {
        let secure = try await ScriptedIRCServer(secure: context, ScriptedIRCServer.welcoming("sts=port=1,duration=60"))
        let open = try await ScriptedIRCServer(ScriptedIRCServer.welcoming("sts=port=\(secure.port)"))
        let promises = PromiseRecorder()
        let time = ManualTime()
        var settings = IRCSettings(
            host: "localhost", port: open.port, tls: .off, nick: "an", channels: [IRCSettings.RemoteChannel("#lobby")])
        settings.fingerprints = [try TLSTestServer.fingerprint]
        let first = IRCListener(settings, time: time, strictTransports: promises.store)
        try await first.client.waitUntilJoined("#lobby")
        #expect(open.lines == ["CAP LS 302", "NICK an", "USER an 0 * :an", "QUIT :reconnecting with TLS"])
        #expect(secure.lines.contains("JOIN #lobby"))
        // What the secure connection says of itself counts, and not the port that it names (IRCv3 STS).
        let promise = IRCStrictTransport(host: "localhost", port: secure.port, duration: 60, now: time.now)
        #expect(promises.saved == [promise])
        await first.stop()

        let second = IRCListener(settings, time: time, strictTransports: promises.store)
        try await second.client.waitUntilJoined("#lobby")
        await second.stop()
        #expect(open.connections == 1)
        #expect(secure.connections == 2)
        for server in [open, secure, server] { try await server.close() }
    }

    @Test func `a promise of TLS is kept, renewed at the end, and binds an open connection`() async throws {
        let promising = try await ScriptedIRCServer(
            secure: context, ScriptedIRCServer.welcoming("sts=port=1,duration=60"))
        let promises = PromiseRecorder()
        let time = ManualTime()
        let first = IRCListener(
            IRCSettings(
                host: "localhost", port: promising.port, tls: .trusting(file: certificate), nick: "an",
                channels: [IRCSettings.RemoteChannel("#lobby")]),
            time: time, strictTransports: promises.store)
        try await first.client.waitUntilJoined("#lobby")
        let promise = IRCStrictTransport(host: "localhost", port: promising.port, duration: 60, now: time.now)
        #expect(promises.saved == [promise])
        time.advance(by: .seconds(30))
        await first.stop()
        #expect(promises.saved == [promise, promise.renewed(at: time.now)])

        let open = try await ScriptedIRCServer(ScriptedIRCServer.welcoming())
        let second = IRCListener(
            IRCSettings(host: "localhost", port: open.port, tls: .off, nick: "an"), time: time, strictTransports: promises.store)
        while !second.client.status.isWaiting { await Task.yield() }
        await second.stop()
        #expect(open.connections == 0)
        #expect(promising.connections == 2)

        time.advance(by: .seconds(60))
        let third = IRCListener(
            IRCSettings(
                host: "localhost", port: open.port, tls: .off, nick: "an", channels: [IRCSettings.RemoteChannel("#lobby")]),
            time: time, strictTransports: promises.store)
        try await third.client.waitUntilJoined("#lobby")
        await third.stop()
        for server in [open, promising, server] { try await server.close() }
    }

    @Test func `the client certificate is sent to a server that requests it`() async throws {
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key))
        configuration.certificateVerification = .noHostnameVerification
        configuration.trustRoots = .file(certificate)
        let asking = try await ScriptedIRCServer(
            secure: try NIOSSLContext(configuration: configuration),
            ScriptedIRCServer.welcoming("sasl=EXTERNAL") { line, _ in
                switch line {
                case "AUTHENTICATE EXTERNAL": [.lines(["AUTHENTICATE +"])]
                case "AUTHENTICATE +": [.lines([":s 900 an a!b@c an :hi", ":s 903 an :ok"])]
                default: []
                }
            })
        let listener = IRCListener(
            IRCSettings(
                host: "localhost", port: asking.port, tls: .trusting(file: certificate), nick: "an",
                sasl: .certificate(.init(file: certificate, key: keyFile)), channels: [IRCSettings.RemoteChannel("#lobby")]))
        try await listener.client.waitUntilJoined("#lobby")
        #expect(asking.lines.contains("AUTHENTICATE EXTERNAL"))
        await listener.stop()
        for server in [asking, server] { try await server.close() }
    }
}

/// Keeps the last saved policy, and all of them for the test.
private final class PromiseRecorder: Sendable {
    private let promises = Mutex<[IRCStrictTransport?]>([])

    var saved: [IRCStrictTransport?] { promises.withLock { $0 } }
    var store: IRCClient.StrictTransportStore {
        IRCClient.StrictTransportStore(
            load: { self.promises.withLock { $0.last ?? nil } },
            save: { promise in
                self.promises.withLock { $0.append(promise) }
            })
    }
}

extension IRCStatus {
    fileprivate var isWaiting: Bool { if case .waiting = phase { true } else { false } }
}
