import BotConfig
import BotKit

/// What an operator may write after `on_error`.
enum OnErrorKeyword: String, CaseIterable {
    case `continue`, stop
    /// Everything that may still succeed is tried again for a while as it is; when that has not helped, the rest is carried out.
    case retry

    init?(_ node: ConfigNode, _ findings: DiagnosticCollector) {
        guard let word = node.choice(Self.self, "what becomes of the other actions", findings) else { return nil }
        self = word
    }

    var meaning: AuthorResult.OnError {
        switch self {
        case .continue, .retry: .continue
        case .stop: .stop
        }
    }
}
