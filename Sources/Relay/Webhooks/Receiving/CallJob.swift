/// A whole call on its way to whoever judges it, and how the caller is answered.
struct CallJob: Sendable {
    let draft: CallDraft
    let reply: @Sendable (WebhookAnswer) -> Void
}
