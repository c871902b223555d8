extension SystemEvent {
    /// The names of events in the journal before the migration of names, each with its present name.
    package static let formerKinds = [
        "house-started": "system-started",
        "house-reconnected": "system-reconnected",
        "house-rules-changed": "system-rules-changed",
        "house-failed": "system-delivery-failed",
        "house-undo": "system-undo",
        "house-answered": "system-approval-answered",
        "house-expired": "system-sanction-expired",
        "house-lapsed": "system-sanction-lapsed",
        "house-signal": "system-signal",
        "house-fired": "system-rule-triggered",
        "house-news": "system-notice",
        "house-retried": "system-dead-letter-retried",
        "house-due": "system-job-due",
        "house-dismissed": "system-job-cancelled",
    ]
}
