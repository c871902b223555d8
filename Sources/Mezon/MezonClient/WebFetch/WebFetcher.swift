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
    private static let requestsAtOnce = 4  // Of one bot in one clan; others wait within their time.
    private static let maxHeaders = 64
    private static let maxHeaderBytes = 16 << 10

    private let policies: [String: HTTPAccessPolicy]
    private let time: any TimeSource
    private let logger: Logger
    private let addresses: AddressGuard
    private let places = RequestPlaces(limit: requestsAtOnce)

    /// - Parameter reaches: the access policies by the name of the bot.
    package convenience init(_ reaches: [String: HTTPAccessPolicy], time: any TimeSource, logger: Logger) {
        self.init(reaches, time: time, logger: logger, lookUp: HostResolver.system)
    }

    init(_ reaches: [String: HTTPAccessPolicy], time: any TimeSource, logger: Logger, lookUp: @escaping HostResolver.Lookup) {
        self.policies = reaches
        self.time = time
        self.logger = logger
        addresses = AddressGuard(lookUp: lookUp)
    }

    /// Fetches an address for a bot.
    ///
    /// - Parameter limit: a lower limit in bytes for the body than the policy's.
    /// - Throws: `CancellationError`.
    package func answer(_ question: HTTPReadRequest, limit: Int = .max) async throws -> HTTPOutcome {
        do {
            let response = try await response(to: question, limit: limit)
            logger.debug(
                "Web request for a bot succeeded",
                metadata: [
                    "http.bot": "\(question.bot.name)", "http.status": "\(response.status)",
                    "http.bytes": "\(response.body.count)",
                ])
            return .response(response)
        } catch let failure as HTTPError {
            logger.info(
                "Web request for a bot failed", metadata: ["http.bot": "\(question.bot.name)", "http.error": "\(failure.kind)"])
            return .failure(failure)
        }
    }

    private func response(to question: HTTPReadRequest, limit: Int) async throws -> HTTPResponse {
        guard let address = CheckedURL(question.url) else { throw HTTPError.badURL(String(question.url.prefix(200))) }
        guard var reach = policies[question.bot.name], reach.contains(address.origin) else {
            throw HTTPError.notAllowed("\(address.origin)")
        }
        reach.maxBytes = min(reach.maxBytes, limit)
        let headers = try RequestHeaders.checked(question.headers)
        return try await withTimeout(reach.timeout, time: time) { [self, reach] in
            try await places.take(for: question.bot) {
                let pin = try await addresses.address(
                    of: address.origin, isInsideMeant: reach.allowedPrivate.contains(address.origin))
                return try await read(address, at: pin, headers, reach)
            }
        } onTimeout: { [reach] in
            throw HTTPError.timedOut(after: reach.timeout)
        }
    }

    private func read(
        _ address: CheckedURL, at pin: IPAddress, _ headers: HTTPHeaders, _ reach: HTTPAccessPolicy
    ) async throws -> HTTPResponse {
        try await PinnedClient.with(address.origin.host, at: pin) { client in
            try await read(address, headers, reach, with: client)
        }
    }

    private func read(
        _ address: CheckedURL, _ headers: HTTPHeaders, _ reach: HTTPAccessPolicy, with client: HTTPClient
    ) async throws -> HTTPResponse {
        var request = HTTPClientRequest(url: address.url)
        request.headers = headers
        do {
            // The deadline of the whole exchange applies; this one only ends abandoned requests.
            let answer = try await client.execute(request, timeout: .seconds(60))
            let told = try Self.headers(answer.headers)
            let body = try await answer.body.collect(upTo: reach.maxBytes)
            return HTTPResponse(status: Int(answer.status.code), headers: told, body: Data([UInt8](buffer: body)))
        } catch is NIOTooManyBytesError {
            throw HTTPError.tooLarge(limitInBytes: reach.maxBytes)
        } catch let error as HTTPError {
            throw error
        } catch {
            try Task.checkCancellation()
            throw HTTPError.unreachable(ConnectionErrorDescription.description(for: error))
        }
    }

    private static func headers(_ answered: HTTPHeaders) throws(HTTPError) -> [String: String] {
        let bytes = answered.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard answered.count <= maxHeaders, bytes <= maxHeaderBytes else { throw .tooManyHeaders(limit: maxHeaders) }
        let kept = answered.filter { !["set-cookie", "set-cookie2"].contains($0.name.lowercased()) }
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
