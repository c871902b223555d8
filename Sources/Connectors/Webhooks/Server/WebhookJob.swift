/// A complete call to verify, with the function that answers the caller.
struct WebhookJob: Sendable {
    let draft: UnverifiedWebhook
    let reply: @Sendable (WebhookResponse) -> Void
}
