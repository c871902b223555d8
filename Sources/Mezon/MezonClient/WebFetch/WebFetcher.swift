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
        let (address, policy) = try checked(request.url, for: request.bot)
        let exchange = Exchange(
            bot: request.bot, address: address, headers: try RequestHeaders.checked(request.headers),
            isPrivate: policy.allowedPrivate.contains(address.origin), timeout: policy.timeout,
            maxBytes: min(policy.maxBytes, limit))
        // Waiting for a slot counts: the bot waits meanwhile.
        return try await withTimeout(policy.timeout, time: time) { [self] in
            try await slots.run(for: request.bot) { try await perform(exchange) }
        } onTimeout: {
            throw HTTPError.timedOut(after: exchange.timeout)
        }
    }

    /// A request that the policy of its bot permits.
    package struct Exchange: Sendable {
        let bot: RequestingBot
        let address: CheckedURL
        var method = WebRequest.Method.get
        var headers: HTTPHeaders
        var body: WebBody?
        let isPrivate: Bool
        let timeout: Duration
        let maxBytes: Int

        package var origin: WebOrigin { address.origin }
    }

    /// Returns the exchange for a durable request of a bot.
    ///
    /// - Parameter headers: The headers by name in lower case, with their secrets.
    /// - Throws: `HTTPError` if it is invalid or not permitted.
    package func exchange(
        _ request: WebRequest, headers: [String: Secret], for bot: RequestingBot
    ) throws(HTTPError) -> Exchange {
        let (address, policy) = try checked(request.url, for: bot)
        var checked = try RequestHeaders.checked(headers)
        if let type = request.body?.type, !checked.contains(name: "content-type") {
            guard type.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw .badHeader("content-type") }
            checked.add(name: "content-type", value: type)
        }
        return Exchange(
            bot: bot, address: address, method: request.method, headers: checked, body: request.body,
            isPrivate: policy.allowedPrivate.contains(address.origin), timeout: min(request.timeout, WebRequest.maxTimeout),
            maxBytes: min(policy.maxBytes, WebRequest.maxBodySize))
    }

    /// Performs an exchange. Its time limit begins once fewer than four other ones of the bot in the clan are under way.
    ///
    /// - Throws: `HTTPError`, `CancellationError`.
    package func response(to exchange: Exchange) async throws -> HTTPResponse {
        try await slots.run(for: exchange.bot) {
            try await withTimeout(exchange.timeout, time: time) { [self] in
                try await perform(exchange)
            } onTimeout: {
                throw HTTPError.timedOut(after: exchange.timeout)
            }
        }
    }

    private func checked(_ url: String, for bot: RequestingBot) throws(HTTPError) -> (CheckedURL, HTTPAccessPolicy) {
        guard let address = CheckedURL(url) else { throw .badURL(String(url.prefix(200))) }
        guard let policy = policies[bot.name], policy.contains(address.origin) else { throw .notAllowed("\(address.origin)") }
        return (address, policy)
    }

    private func perform(_ exchange: Exchange) async throws -> HTTPResponse {
        let pin = try await addresses.address(of: exchange.origin, allowsPrivateNetworks: exchange.isPrivate)
        return try await PinnedClient.with(exchange.origin.host, at: pin) { try await perform(exchange, with: $0) }
    }

    private func perform(_ exchange: Exchange, with client: HTTPClient) async throws -> HTTPResponse {
        var request = HTTPClientRequest(url: exchange.address.url)
        request.method = HTTPMethod(rawValue: exchange.method.rawValue)
        request.headers = exchange.headers
        request.body = exchange.body.map { .bytes(ByteBuffer(bytes: $0.bytes)) }
        do {
            // The deadline of the whole exchange applies; this one only ends abandoned requests.
            let response = try await client.execute(request, timeout: .seconds(180))
            let responseHeaders = try Self.headers(response.headers)
            let body = try await response.body.collect(upTo: exchange.maxBytes)
            return HTTPResponse(status: Int(response.status.code), headers: responseHeaders, body: Data([UInt8](buffer: body)))
        } catch is NIOTooManyBytesError {
            throw HTTPError.tooLarge(limitInBytes: exchange.maxBytes)
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
