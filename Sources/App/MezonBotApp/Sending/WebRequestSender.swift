import AsyncSupport
import BotConfiguration
import BotKit
import ChatModel
import Delivery
import Foundation
import MezonClient
import MezonProtocol
import Synchronization

/// Sends the web requests of bots to the hosts that the operator allows each of them.
final class WebRequestSender: Sender {
    let splitter: MessageSplitter? = nil
    let showsAuthorProfiles = false
    let repetition = ResendMode.idempotent

    private let configuration: Configuration
    private let web: WebFetcher
    private let clan: @Sendable (ChannelID) -> ClanID?
    private let time: any TimeSource
    /// The rate limits by host, at most one for each that the configuration allows.
    private let limits = Mutex<[WebOrigin: FairRateLimiter<ClanID>]>([:])

    /// - Parameter clan: Returns the clan of a channel by the directory.
    init(
        _ configuration: Configuration, web: WebFetcher, clan: @escaping @Sendable (ChannelID) -> ClanID?, time: any TimeSource
    ) {
        self.configuration = configuration
        self.web = web
        self.clan = clan
        self.time = time
    }

    func waitUntilConnected(to channel: ChannelID) async throws { try Task.checkCancellation() }

    func conversation(with user: UserID) async throws -> Channel { throw Self.notARequest }

    func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] { throw Self.notARequest }

    private static let notARequest = SendError.refused(code: 0, "only web requests are sent to web servers")

    func send(_ outboundRequest: OutboundRequest) async throws -> SendResult {
        guard case .web(let outgoing) = outboundRequest.outgoing.request, let bot = outboundRequest.botName else {
            throw Self.notARequest
        }
        let request = outgoing.request
        let place = clan(outgoing.origin.channel) ?? outgoing.origin.clan
        var headers = try headers(of: request, for: bot, in: place)
        headers["idempotency-key"] = Secret(outgoing.idempotencyKey ?? outboundRequest.idempotencyKey)
        let response: HTTPResponse
        do {
            let exchange = try web.exchange(request, headers: headers, for: RequestingBot(bot, in: place))
            try await limit(exchange.origin).wait(for: place)
            response = try await web.response(to: exchange)
        } catch let error as HTTPError {
            throw SendError(error)
        }
        switch response.status {
        case 408, 425, 429, 500...:
            let wait = response.headers["retry-after"].flatMap { RetryAfter.wait($0, from: time.now) }
            throw SendError.unavailable("status \(response.status)", retryAfter: wait)
        default: return SendResult(0, response: response)
        }
    }

    /// Returns the headers with their secrets.
    private func headers(of request: WebRequest, for bot: String, in clan: ClanID) throws(SendError) -> [String: Secret] {
        let settings = configuration.settings(of: clan).enabledBots.first { $0.name == bot }
        var headers: [String: Secret] = [:]
        for (name, text) in request.headers where !text.isEmpty {
            guard let value = text.resolved({ settings?.secrets[$0] }) else {
                throw .refused(code: 0, "the secret in the header '\(name.prefix(100))' is not configured")
            }
            headers[name.lowercased()] = value
        }
        return headers
    }

    private func limit(_ origin: WebOrigin) -> FairRateLimiter<ClanID> {
        limits.withLock { limits in
            if let limit = limits[origin] { return limit }
            // Bots share the limit of a host, so the lowest one that is configured for it applies.
            let lowest = configuration.httpAccess.values.filter { $0.contains(origin) }.map(\.perSecond).min()
            let limit = FairRateLimiter<ClanID>(limit: lowest ?? HTTPAccessPolicy.defaultPerSecond, time: time)
            limits[origin] = limit
            return limit
        }
    }
}

extension OutboundRequest {
    /// The name of the bot that made the request, also if a rule ran it; nil for another author.
    fileprivate var botName: String? {
        let last = author.split(separator: "/").last ?? ""
        return last.hasPrefix("bot:") ? String(last.dropFirst(4)) : nil
    }
}

extension SendError {
    fileprivate init(_ error: HTTPError) {
        switch error {
        case .unreachable, .timedOut: self = .ambiguous("\(error)")
        case .unknownHost: self = .unavailable("\(error)", retryAfter: nil)
        case .badURL, .badHeader, .notAllowed, .insideAddress, .tooLarge, .tooManyHeaders, .tooManyRequests, .notJSON:
            self = .refused(code: 0, "\(error)")
        }
    }
}
