import MezonWire
import SwiftProtobuf

/// The answer to one request: an envelope, or what the chunks of a RAW answer came to.
enum ServerReply: Sendable {
    case envelope(RtEnvelope)
    case raw(status: UInt16, payload: [UInt8])

    /// The envelope of an answer that is no error.
    /// - Throws: `SocketError.refused`, `.unexpectedReply`.
    func envelope() throws -> RtEnvelope {
        switch self {
        case .envelope(let envelope):
            if case .error(let error) = envelope.message {
                throw SocketError.refused(code: Int(error.code), message: Self.line(error.message))
            }
            return envelope
        case .raw(let status, let payload):
            throw Self.refusal(status, payload) ?? .unexpectedReply("a raw frame")
        }
    }

    /// The response of a remote procedure.
    func response<Response: SwiftProtobuf.Message>(_ type: Response.Type) throws -> Response {
        guard case .raw(let status, let payload) = self else {
            _ = try envelope()
            throw SocketError.unexpectedReply("an envelope")
        }
        if let refusal = Self.refusal(status, payload) { throw refusal }
        guard let response = try? Response(received: payload) else {
            throw SocketError.unexpectedReply("\(payload.count) bytes that are no \(Response.protoMessageName)")
        }
        return response
    }

    /// Success, for a remote procedure whose response nobody reads; some gateways acknowledge those by an envelope.
    func expectSuccess() throws {
        guard case .raw(let status, let payload) = self else {
            _ = try envelope()
            return
        }
        if let refusal = Self.refusal(status, payload) { throw refusal }
    }

    private static func refusal(_ status: UInt16, _ payload: [UInt8]) -> SocketError? {
        status == 0 ? nil : .refused(code: Int(status), message: line(String(decoding: payload.prefix(800), as: UTF8.self)))
    }

    /// What a server writes is shown in logs: one line, no control characters, no novel.
    private static func line(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }.prefix(200))
    }
}
