import Foundation

/// The coding of system events in the journal: JSON, while the server's events are envelopes.
extension SystemEvent {
    /// The encoded event. It begins with a brace, which no envelope does: that would be field 15 as a group, and Mezon's protocol
    /// has no groups.
    package var frame: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self))
        } catch {
            preconditionFailure("ids, texts and finite dates can always be encoded as JSON: \(error)")
        }
    }

    /// Decodes an event; nil for bytes that are no system event of this build.
    package init?(frame: [UInt8]) {
        guard frame.first == UInt8(ascii: "{"), let event = try? JSONDecoder().decode(SystemEvent.self, from: Data(frame)) else {
            return nil
        }
        self = event
    }

    /// The event without user data.
    package var redacted: SystemEvent {
        switch self {
        case .due(var occurrence):
            occurrence.job.note = .null
            return .due(occurrence)
        case .response(let response): return .response(response.redacted)
        case .rewind(let rewind): return .rewind(rewind.redacted)
        default: return self
        }
    }
}
