import BotConfiguration
import ChatModel
import ConnectorKit
import Foundation
import MezonProtocol

/// The response of a target.
struct WebhookTargetResponse: Hashable, Sendable {
    static let maxExcerptBytes = 2 << 10
    private static let maxWait = Duration.seconds(24 * 3600)

    var status: Int
    var retryAfter: String?
    var body: [UInt8] = []

    /// Returns the error that the response stands for; nil if the call was accepted.
    func error(of target: WebhookTarget, at now: Date) -> WebhookSendError? {
        switch status {
        case 200..<300: nil
        case 408, 425, 429, 500...: .unavailable("the receiver responded with status \(status)", retryAfter: wait(from: now))
        default: .refused(status: status, excerpt: excerpt(hiding: target))
        }
    }

    /// Returns the time to wait from the `retry-after` header, which holds seconds or a date.
    private func wait(from now: Date) -> Duration? {
        guard let text = retryAfter else { return nil }
        if (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }), let seconds = Int64(text) {
            return min(.seconds(seconds), Self.maxWait)
        }
        guard let date = HTTPDate().date(text) else { return nil }
        return min(.seconds(max(0, date.timeIntervalSince(now))), Self.maxWait)
    }

    /// Returns the beginning of the body on one line, without the target's secrets, because some servers echo what they were sent.
    private func excerpt(hiding target: WebhookTarget) -> String {
        var text = String(decoding: body.prefix(Self.maxExcerptBytes), as: UTF8.self)
        for secret in [target.url] + target.secrets + target.headers.values where secret.reveal().utf8.count >= 4 {
            text = text.replacing(secret.reveal(), with: "•••")
        }
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return MarkupBuilder.beginning(of: line, units: 200).terminalSafe
    }
}
