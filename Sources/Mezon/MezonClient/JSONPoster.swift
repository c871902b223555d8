package import ChatModel
package import Transport

/// A client that posts JSON to one server.
package struct JSONPoster: Sendable {
    private let client: BoundedHTTPClient

    package init(tls: TLSPolicy = .standard, time: any TimeSource, timeout: Duration) {
        client = BoundedHTTPClient(tls: tls, time: time, timeout: timeout)
    }

    /// Closes the client; nothing may be called afterwards.
    package func close() async throws { try await client.close() }

    /// Posts JSON and returns the status of the answer.
    ///
    /// - Throws: `SessionError`; `CancellationError`.
    package func post(_ json: [UInt8], to url: String) async throws -> Int {
        try await client.response(
            to: SessionHTTPRequest(url: url, headers: ["Content-Type": "application/json"], body: json)
        ).status
    }
}
