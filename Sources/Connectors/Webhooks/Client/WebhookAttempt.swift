import BotConfiguration
import BotKit
import ChatModel
import Foundation
import MezonClient
import NIOHTTP1

/// One attempt to deliver a webhook: its address, headers and body.
struct WebhookAttempt {
    let address: CheckedURL
    let headers: HTTPHeaders
    let body: [UInt8]

    init(_ body: [UInt8], id: String, to target: WebhookTarget, at now: Date) throws(WebhookSendError) {
        guard let address = CheckedURL(target.url.reveal()) else { throw .unusable("its URL must use https or http") }
        guard StandardWebhooksSignature.isID(id) else { throw .unusable("'\(id.prefix(100))' is not a valid webhook id") }
        self.address = address
        self.body = body
        var given = Dictionary(target.headers.map { ($0.key.lowercased(), $0.value) }) { _, last in last }
        let timestamp = "\(Int64(now.timeIntervalSince1970))"
        if given["content-type"] == nil { given["content-type"] = Secret("application/json") }
        given["webhook-id"] = Secret(id)
        given["webhook-timestamp"] = Secret(timestamp)
        given["webhook-signature"] = nil
        if !target.secrets.isEmpty {
            do {
                var keys: [WebhookSigningKey] = []
                for secret in target.secrets { keys.append(try WebhookSigningKey(standard: secret)) }
                given["webhook-signature"] = Secret(
                    StandardWebhooksSignature.text(keys, id: id, timestamp: timestamp, body: body))
            } catch {
                throw .unusable("\(error)")
            }
        }
        do {
            headers = try RequestHeaders.checked(given)
        } catch {
            throw .unusable("\(error)")
        }
    }
}
