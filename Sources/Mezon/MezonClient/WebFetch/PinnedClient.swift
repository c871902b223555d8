package import AsyncHTTPClient
package import ChatModel
import Transport

/// Runs an HTTP client for one host at the address that was checked for it. It follows no redirects and never retries.
package enum PinnedClient {
    package static func with<Value: Sendable>(
        _ host: String, at pin: IPAddress, _ body: (HTTPClient) async throws -> Value
    ) async throws -> Value {
        var configuration = TLSPolicy.standard.httpConfiguration
        configuration.httpVersion = .http1Only
        configuration.dnsOverride = [host: "\(pin)"]
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(client))
        } catch {
            result = .failure(error)
        }
        try await client.shutdown()
        return try result.get()
    }
}
