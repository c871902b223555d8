import ChatModel
import Foundation
import MezonProtocol
import Testing

@testable import MezonTestGateway

/// Sends invalid input from data files: the gateway reports the error and continues to serve.
@Suite(.timeLimit(.minutes(15))) struct HostileCorpusTests {
    struct Line: Decodable {
        var name: String
        var send: String
        /// How many bytes `{pad}` and `{deep}` stand for.
        var pad: Int?
        var expect: String?
        /// The code that the socket is closed with.
        var close: UInt16?
        /// The code and the cid of the error that is answered.
        var code: Int32?
        var cid: Int32?
    }

    private func lines(_ name: String) throws -> [Line] {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Corpus"))
        return try JSONDecoder().decode([Line].self, from: Data(contentsOf: url))
    }

    @Test func `bad requests are answered`() async throws {
        let lines = try lines("http")
        try await withGateway { gateway, address in
            let session = try await address.login(gateway.named("guest"))
            for line in lines {
                let pad = line.pad ?? 0
                let text = line.send.replacing("{token}", with: session.token)
                    .replacing("{pad}", with: String(repeating: "a", count: pad))
                    .replacing("{deep}", with: String(repeating: "[", count: pad))
                let connection = try await TestConnection(address)
                // The gateway may close a refused connection before everything is written.
                try? await connection.send(text)
                try? await connection.endSending()
                let answer = String(decoding: await connection.readToEnd(), as: UTF8.self)
                #expect(answer.hasPrefix(line.expect ?? "?"), "\(line.name): \(answer.prefix(100))")
                #expect(!answer.contains(session.token), "\(line.name)")
            }
            _ = try await address.join(gateway.named("mezon-bot"))
        }
    }

    @Test func `bad frames close their socket with the expected code`() async throws {
        let lines = try lines("frames")
        try await withGateway { gateway, address in
            for line in lines {
                let socket = try await address.join(gateway.named("guest"))
                try await socket.send([UInt8](hex: line.send))
                let frame = try await socket.readFrame()
                let code = frame.payload.prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
                #expect((frame.opcode, code) == (8, line.close), "\(line.name)")
                try await socket.close()
            }
            _ = try await address.join(gateway.named("mezon-bot"))
        }
    }

    @Test func `bad envelopes are answered with an error, and the socket remains open`() async throws {
        let lines = try lines("envelopes")
        try await withGateway { gateway, address in
            let socket = try await address.join(gateway.named("guest"))
            for line in lines {
                try await socket.send(TestConnection.frame([UInt8](hex: line.send)))
                let envelope = try await socket.readEnvelope()
                #expect((envelope.cid, envelope.error.code) == (line.cid ?? 0, line.code), "\(line.name)")
            }
            try await socket.send(.ping(RtPing()))
            #expect(try await socket.readEnvelope().message == .pong(RtPong()))
        }
    }
}
