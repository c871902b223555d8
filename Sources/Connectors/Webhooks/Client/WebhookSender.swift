import AsyncHTTPClient
import AsyncSupport
package import BotConfiguration
import BotKit
package import ChatModel
import ConnectorKit
package import Logging
package import MezonClient
import NIOCore
import NIOHTTP1
import Synchronization
import Transport

/// Delivers webhooks, one attempt at a time. Retries use the same id.
///
/// A target's host name is resolved for each attempt and the connection uses the checked address; redirects are not followed.
package final class WebhookSender: Sendable {
    private let time: any TimeSource
    private let addresses: AddressGuard
    private let logger: Logger

    package init(time: any TimeSource, lookUp: @escaping HostResolver.Lookup = HostResolver.system, logger: Logger) {
        self.time = time
        addresses = AddressGuard(lookUp: lookUp)
        self.logger = logger
    }

    /// Posts a body and returns once the target has accepted it.
    ///
    /// - Parameter id: The same for every attempt of a call: 1 to 256 visible ASCII characters without a full stop.
    package func post(_ body: [UInt8], id: String, to target: WebhookTarget) async throws(WebhookSendError) {
        let post = try WebhookAttempt(body, id: id, to: target, at: time.now)
        let sent = TrackedRequestBody(body)
        let reply: WebhookTargetResponse
        do {
            reply = try await self.reply(to: post, sent, target)
        } catch let failure as HTTPError {
            throw Self.error(failure, isSent: sent.isBegun)
        } catch {
            let reason =
                error is CancellationError ? "the request was cancelled" : ConnectionErrorDescription.description(for: error)
            throw sent.isBegun ? .ambiguous(reason) : .unavailable(reason, retryAfter: nil)
        }
        logger.debug(
            "Webhook posted", metadata: ["webhook.host": "\(post.address.origin.host)", "webhook.status": "\(reply.status)"])
        if let error = reply.error(of: target, at: time.now) { throw error }
    }

    private static func error(_ failure: HTTPError, isSent: Bool) -> WebhookSendError {
        switch failure {
        case .timedOut, .unreachable:
            isSent ? .ambiguous(failure.description) : .unavailable(failure.description, retryAfter: nil)
        // A host also appears unknown while the resolver is unavailable.
        case .unknownHost: .unavailable(failure.description, retryAfter: nil)
        default: .unusable(failure.description)
        }
    }

    private func reply(to post: WebhookAttempt, _ sent: TrackedRequestBody, _ target: WebhookTarget) async throws
        -> WebhookTargetResponse
    {
        let received = ReceivedResponse()
        return try await withTimeout(target.timeout, time: time) { [addresses] in
            let pin = try await addresses.address(of: post.address.origin, allowsPrivateNetworks: target.allowsPrivateNetwork)
            return try await PinnedClient.with(post.address.origin.host, at: pin) { client in
                try await Self.exchange(post, sent, received, client)
            }
        } onTimeout: {
            // A received status counts, even if the body never ends.
            guard let reply = received.reply else { throw HTTPError.timedOut(after: target.timeout) }
            return reply
        }
    }

    private static func exchange(
        _ post: WebhookAttempt, _ sent: TrackedRequestBody, _ received: ReceivedResponse, _ client: HTTPClient
    ) async throws -> WebhookTargetResponse {
        var request = HTTPClientRequest(url: post.address.url)
        request.method = .POST
        request.headers = post.headers
        request.body = .stream(sent, length: .known(Int64(sent.count)))
        // The target's timeout is enforced above; this one only ends abandoned requests.
        let answer = try await client.execute(request, timeout: .hours(1))
        var reply = WebhookTargetResponse(status: Int(answer.status.code), retryAfter: answer.headers.first(name: "retry-after"))
        received.set(reply)
        guard !(200..<300).contains(reply.status) else { return reply }
        do {
            for try await part in answer.body {
                reply.body.append(contentsOf: part.readableBytesView.prefix(WebhookTargetResponse.maxExcerptBytes))
                if reply.body.count >= WebhookTargetResponse.maxExcerptBytes { break }
            }
        } catch {
            try Task.checkCancellation()  // An incomplete body does not change the status before it.
        }
        return reply
    }

    /// The response as far as it has been received.
    private final class ReceivedResponse: Sendable {
        private let state = Mutex<WebhookTargetResponse?>(nil)
        var reply: WebhookTargetResponse? { state.withLock { $0 } }
        func set(_ reply: WebhookTargetResponse) { state.withLock { $0 = reply } }
    }
}
