import BotConfiguration
import ChatModel
import ConnectorKit
import Foundation
import MezonProtocol

/// The response of a target.
struct WebhookTargetResponse: Hashable, Sendable {
    static let maxExcerptBytes = 2 << 10

    var status: Int
    var retryAfter: String?
    var body: [UInt8] = []

    /// Returns the error that the response stands for; nil if the call was accepted.
    func error(of target: WebhookTarget, at now: Date) -> WebhookSendError? {
        switch status {
        case 200..<300: nil
        case 408, 425, 429, 500...:
            .unavailable(
                "the receiver responded with status \(status)", retryAfter: retryAfter.flatMap { RetryAfter.wait($0, from: now) })
        default: .refused(status: status, excerpt: excerpt(hiding: target))
        }
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
