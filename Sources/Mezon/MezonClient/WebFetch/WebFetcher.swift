import AsyncHTTPClient
import AsyncSupport
package import BotKit
package import ChatModel
import Foundation
package import Logging
import NIOCore
import NIOHTTP1
import Transport

/// Fetches web addresses for bots, as far as the operator permits each of them. A host name is resolved once, its addresses are checked,
/// and the connection uses the checked address. Redirects are not followed and cookies are not kept.
package final class WebFetcher: Sendable {
    private static let concurrentRequests = 4  // Of one bot in one clan; further ones wait within their time limit.
    private static let maxHeaders = 64
    private static let maxHeaderBytes = 16 << 10

    private let policies: [String: HTTPAccessPolicy]
    private let time: any TimeSource
    private let logger: Logger
    private let addresses: AddressGuard
    private let slots = RequestSlots(limit: concurrentRequests)

    /// - Parameter policies: The access policies by the name of the bot.
    package convenience init(_ policies: [String: HTTPAccessPolicy], time: any TimeSource, logger: Logger) {
        self.init(policies, time: time, logger: logger, lookUp: HostResolver.system)
    }

    init(_ policies: [String: HTTPAccessPolicy], time: any TimeSource, logger: Logger, lookUp: @escaping HostResolver.Lookup) {
        self.policies = policies
        self.time = time
        self.logger = logger
        addresses = AddressGuard(lookUp: lookUp)
    }

    /// Fetches an address for a bot.
    ///
    /// - Parameter limit: A lower limit in bytes for the body than the policy's.
    /// - Throws: `CancellationError`.
    package func outcome(of request: HTTPReadRequest, limit: Int = .max) async throws -> HTTPOutcome {
        do {
            let response = try await response(to: request, limit: limit)
            logger.debug(
                "Web request for a bot succeeded",
                metadata: [
                    "http.bot": "\(request.bot.name)", "http.status": "\(response.status)",
                    "http.bytes": "\(response.body.count)",
                ])
            return .response(response)
        } catch let error as HTTPError {
            logger.info(
                "Web request for a bot failed", metadata: ["http.bot": "\(request.bot.name)", "http.error": "\(error.kind)"])
            return .failure(error)
        }
    }

    private func response(to request: HTTPReadRequest, limit: Int) async throws -> HTTPResponse {
        guard let address = CheckedURL(request.url) else { throw HTTPError.badURL(String(request.url.prefix(200))) }
        guard var policy = policies[request.bot.name], policy.contains(address.origin) else {
            throw HTTPError.notAllowed("\(address.origin)")
        }
        policy.maxBytes = min(policy.maxBytes, limit)
        let headers = try RequestHeaders.checked(request.headers)
        return try await withTimeout(policy.timeout, time: time) { [self, policy] in
            try await slots.run(for: request.bot) {
                let pin = try await addresses.address(
                    of: address.origin, allowsPrivateNetworks: policy.allowedPrivate.contains(address.origin))
                return try await read(address, at: pin, headers, policy)
            }
        } onTimeout: { [policy] in
            throw HTTPError.timedOut(after: policy.timeout)
        }
    }

    private func read(
        _ address: CheckedURL, at pin: IPAddress, _ headers: HTTPHeaders, _ policy: HTTPAccessPolicy
    ) async throws -> HTTPResponse {
        try await PinnedClient.with(address.origin.host, at: pin) { client in
            try await read(address, headers, policy, with: client)
        }
    }

    private func read(
        _ address: CheckedURL, _ headers: HTTPHeaders, _ policy: HTTPAccessPolicy, with client: HTTPClient
    ) async throws -> HTTPResponse {
        var request = HTTPClientRequest(url: address.url)
        request.headers = headers
        do {
            // The deadline of the whole exchange applies; this one only ends abandoned requests.
            let response = try await client.execute(request, timeout: .seconds(60))
            let responseHeaders = try Self.headers(response.headers)
            let body = try await response.body.collect(upTo: policy.maxBytes)
            return HTTPResponse(status: Int(response.status.code), headers: responseHeaders, body: Data([UInt8](buffer: body)))
        } catch is NIOTooManyBytesError {
            throw HTTPError.tooLarge(limitInBytes: policy.maxBytes)
        } catch let error as HTTPError {
            throw error
        } catch {
            try Task.checkCancellation()
            throw HTTPError.unreachable(ConnectionErrorDescription.description(for: error))
        }
    }

    private static func headers(_ all: HTTPHeaders) throws(HTTPError) -> [String: String] {
        let bytes = all.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard all.count <= maxHeaders, bytes <= maxHeaderBytes else { throw .tooManyHeaders(limit: maxHeaders) }
        let kept = all.filter { !["set-cookie", "set-cookie2"].contains($0.name.lowercased()) }
        return Dictionary(kept.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
    }
}

extension HTTPError {
    /// The kind of failure without the address, which may be confidential.
    fileprivate var kind: String {
        switch self {
        case .badURL: "invalid URL"
        default: "\(self)"
        }
    }
}
