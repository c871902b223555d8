import MezonProtocol
import SwiftProtobuf

/// The response to a request: an envelope, or an assembled RAW response.
enum ServerReply: Sendable {
    case envelope(RtEnvelope)
    case raw(status: UInt16, payload: [UInt8])

    /// Returns the envelope of a response that is not an error.
    ///
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

    /// Returns the decoded response of a remote procedure.
    func response<Response: SwiftProtobuf.Message>(_ type: Response.Type) throws -> Response {
        guard case .raw(let status, let payload) = self else {
            _ = try envelope()
            throw SocketError.unexpectedReply("an envelope")
        }
        if let refusal = Self.refusal(status, payload) { throw refusal }
        guard let response = try? Response(received: payload) else {
            throw SocketError.unexpectedReply("\(payload.count) bytes that do not decode as \(Response.protoMessageName)")
        }
        return response
    }

    /// Checks for success, for remote procedures whose response is not needed; some gateways acknowledge these with an envelope.
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

    /// Returns a server's text for logs: one line, without control characters, shortened.
    private static func line(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }.prefix(200))
    }
}
