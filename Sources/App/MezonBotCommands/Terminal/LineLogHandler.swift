import ChatModel
import Foundation
import Logging

/// Writes one line for each event to standard error, as text or as JSON.
struct LineLogHandler: LogHandler {
    let isJSON: Bool
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .info

    init(isJSON: Bool) { self.isJSON = isJSON }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let facts = metadata.merging(event.metadata ?? [:]) { _, new in new }.sorted { $0.key < $1.key }
        let message = "\(event.message)"
        printError(isJSON ? json(event.level, message, facts) : human(event.level, message, facts))
    }

    private func human(_ level: Logger.Level, _ message: String, _ facts: [(key: String, value: Logger.Metadata.Value)]) -> String
    {
        let time = Date().formatted(.iso8601.time(includingFractionalSeconds: true))
        let shown = facts.map { "\($0.key)=\("\($0.value)".terminalSafe)" }.joined(separator: " ")
        return "\(time) \(level.rawValue.padding(toLength: 7, withPad: " ", startingAt: 0)) \(message.terminalSafe)"
            + (shown.isEmpty ? "" : "  \(shown)")
    }

    private func json(_ level: Logger.Level, _ message: String, _ facts: [(key: String, value: Logger.Metadata.Value)]) -> String
    {
        var object = Dictionary(facts.map { ($0.key, "\($0.value)") }) { _, new in new }
        object["time"] = Date().formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
        object["level"] = level.rawValue
        object["message"] = message
        return (try? JSONText.text(object)) ?? "{}"
    }
}
