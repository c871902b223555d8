/// A whole call on its way to whoever judges it, and how the caller is answered.
struct WebhookJob: Sendable {
    let draft: UnverifiedWebhook
    let reply: @Sendable (WebhookResponse) -> Void
}
