import AsyncHTTPClient
import AsyncSupport
import ChatModel
import NIOCore
import NIOHTTP1
import Transport

/// Sends a request and reads its response, both bounded in time and size.
struct BoundedHTTPClient: Sendable {
    // A page of history is a hundred messages of a few kilobytes each; responses on the socket have the same limit.
    static let limitInBytes = 16 << 20

    private let client: HTTPClient
    let time: any TimeSource
    let timeout: Duration

    init(tls: TLSPolicy, time: any TimeSource, timeout: Duration) {
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: tls.httpConfiguration)
        self.time = time
        self.timeout = timeout
    }

    /// Closes the client and ends requests in progress; nothing may be called afterwards.
    func close() async throws { try await client.shutdown() }

    /// Sends a request and returns its response.
    ///
    /// - Parameter limit: A time limit for requests that take longer than a call; nil for the default.
    /// - Throws: `SessionError.timedOut`, `.unreachable`, `.responseTooLarge`; `CancellationError`.
    func response(to request: SessionHTTPRequest, within limit: Duration? = nil) async throws -> SessionHTTPResponse {
        let timeout = limit ?? timeout
        return try await withTimeout(timeout, time: time) {
            try await send(request)
        } onTimeout: {
            throw SessionError.timedOut(after: timeout)
        }
    }

    private func send(_ request: SessionHTTPRequest) async throws -> SessionHTTPResponse {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = HTTPMethod(rawValue: request.method)
        outgoing.headers = HTTPHeaders(request.headers.map { ($0.key, $0.value) })
        outgoing.body = .bytes(request.body)
        do {
            // The caller's deadline applies; this one only ends abandoned requests.
            let response = try await client.execute(outgoing, timeout: .seconds(60))
            let body = try await response.body.collect(upTo: Self.limitInBytes)
            return SessionHTTPResponse(
                status: Int(response.status.code), body: [UInt8](buffer: body), date: response.headers.first(name: "Date"))
        } catch is NIOTooManyBytesError {
            throw SessionError.responseTooLarge(limitInBytes: Self.limitInBytes)
        } catch let error as CancellationError {
            throw error
        } catch {
            try Task.checkCancellation()
            throw SessionError.unreachable(ConnectionErrorDescription.description(for: error))
        }
    }
}
