import BotConfiguration
import BotKit

/// The values of `on_error`.
enum OnErrorKeyword: String, CaseIterable {
    case `continue`, stop
    /// Retries every delivery that may still succeed for a while; if that does not help, the remaining actions are performed.
    case retry

    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard let keyword = node.choice(Self.self, "an error policy", diagnostics) else { return nil }
        self = keyword
    }

    var meaning: AuthorResult.OnError {
        switch self {
        case .continue, .retry: .continue
        case .stop: .stop
        }
    }
}
