import BotKit
import Foundation

extension SettingsListing {
    /// The settings and their latest changes, for a terminal.
    var lines: [String] {
        let settings = items.map { item in
            "\(item.name): \(item.value)\(item.isDefault ? " (default)" : "") – \(item.summary); \(item.expects)"
        }
        let history = changes.prefix(10).map { "  \($0.at.formatted(.iso8601)) \($0.by): \($0.name) \($0.from) → \($0.to)" }
        return settings + (history.isEmpty ? [] : ["Changes:"] + history)
    }
}
