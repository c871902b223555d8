package import AsyncHTTPClient
import AsyncSupport
package import ChatModel
import ConnectorKit
import Foundation
import NIOCore
import NIOHTTP1
package import Transport

/// Sends requests to a Matrix server and reads responses that are bounded in time, size and depth. It follows no redirects and never
/// retries.
package struct MatrixHTTPClient: Sendable {
    private static let maxHeaders = 200
    private static let maxErrorBytes = 64 << 10
    // The minimum cost of a response part: many tiny parts are expensive whatever their size.
    private static let minPartCost = 256
    private static let maxWait = Duration.seconds(3600)

    package let server: WebOrigin
    private let time: any TimeSource
    package let client: HTTPClient

    /// Creates a client, which must be closed.
    package init(_ server: WebOrigin, tls: TLSPolicy = .standard, time: any TimeSource) {
        self.server = server
        self.time = time
        var configuration = tls.httpConfiguration
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = .seconds(15)
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Closes the client and ends the requests in progress.
    package func close() async throws { try await client.shutdown() }

    package func response(to call: MatrixRequest, token: Secret?) async throws -> JSONValue {
        let body = TrackedRequestBody(call.bytes)
        do {
            return try await withTimeout(call.timeout, time: time) {
                try await exchange(call, body, token)
            } onTimeout: {
                throw MatrixError.unreachable("\(server.host) did not answer within \(call.timeout)", isSent: body.isBegun)
            }
        } catch let error as MatrixError {
            throw error
        } catch {
            try Task.checkCancellation()
            throw MatrixError.unreachable(
                "\(server.host): \(ConnectionErrorDescription.description(for: error))", isSent: body.isBegun)
        }
    }

    private func exchange(_ call: MatrixRequest, _ body: TrackedRequestBody, _ token: Secret?) async throws -> JSONValue {
        var request = HTTPClientRequest(url: server.description + call.target)
        request.method = HTTPMethod(rawValue: call.method)
        request.headers = HTTPHeaders([("user-agent", "mezon-bot"), ("accept", "application/json")])
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token.reveal())") }
        if call.body != nil {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .stream(body, length: .known(Int64(body.count)))
        }
        // `withTimeout` enforces the request's own timeout; this one only ends abandoned requests.
        let response = try await client.execute(request, timeout: .minutes(10))
        guard response.headers.count <= Self.maxHeaders else {
            throw MatrixError.malformedResponse("the response has too many headers")
        }
        let status = Int(response.status.code)
        let isSuccess = (200..<300).contains(status)
        let limit = isSuccess ? call.maxResponseBytes : Self.maxErrorBytes
        var (bytes, work): ([UInt8], Int) = ([], 0)
        for try await part in response.body {
            work += max(part.readableBytes, Self.minPartCost)
            guard work <= limit else {
                if isSuccess { throw MatrixError.tooLarge(limitInBytes: limit) }
                break
            }
            bytes.append(contentsOf: part.readableBytesView)
        }
        let outcome = JSONReader.read(String(decoding: bytes, as: UTF8.self), truncatesDeepValues: true)
        let value: JSONValue? = if case .value(let value) = outcome { value } else { nil }
        guard isSuccess else {
            throw error(status, value?.object ?? [:], response.headers.first(name: "retry-after"), call.secret ?? token)
        }
        if outcome == .tooMany { throw MatrixError.tooLarge(limitInBytes: limit) }
        guard let value, value.object != nil else { throw MatrixError.malformedResponse("the response is not a JSON object") }
        return value
    }

    private func error(
        _ status: Int, _ fields: [String: JSONValue], _ retryAfter: String?, _ token: Secret?
    ) -> MatrixError {
        let code = Self.line(fields["errcode"]?.string ?? "status \(status)", hiding: token)
        let text = Self.line(fields["error"]?.string ?? "", hiding: token)
        switch status {
        case 429:
            let stated = fields["retry_after_ms"]?.integer.map { Duration.milliseconds(min(max(0, $0), 86_400_000)) }
            let header = retryAfter.flatMap { Int64($0) }.map { Duration.seconds(min(max(0, $0), 86_400)) }
            return .unavailable(
                "\(server.host) limits the rate of requests", retryAfter: (stated ?? header).map { min($0, Self.maxWait) })
        case 408, 425, 500...: return .unavailable("\(server.host) responded with \(code)", retryAfter: nil)
        case 300..<400 where text.isEmpty:
            return .refused(status: status, code: code, "it redirects; configure the target address")
        default: return .refused(status: status, code: code, text)
        }
    }

    /// Returns a server's text on one line, bounded in length and without the secret, because some servers echo what they were sent.
    private static func line(_ text: String, hiding token: Secret?) -> String {
        var text = text
        // Before the text is cut, or a part of the secret would remain.
        if let token, token.reveal().utf8.count >= 4 { text = text.replacing(token.reveal(), with: "•••") }
        let words = MarkupBuilder.beginning(of: text, units: 300).split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ").terminalSafe
    }
}
