import Foundation

/// Events of the house as the journal keeps them: JSON, where the server's are envelopes.
extension SystemEvent {
    /// Begins with a brace, as no envelope does: that would be field 15 as a group, and Mezon has no groups.
    package var frame: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self))
        } catch {
            preconditionFailure("ids, texts and finite dates can always be written as JSON: \(error)")
        }
    }

    /// Nil for bytes that are no event of this build's house.
    package init?(frame: [UInt8]) {
        guard frame.first == UInt8(ascii: "{"), let event = try? JSONDecoder().decode(SystemEvent.self, from: Data(frame)) else {
            return nil
        }
        self = event
    }

    /// Without what people said in it, as far as anybody did.
    package var emptied: SystemEvent {
        guard case .due(var occurrence) = self else { return self }
        occurrence.appointment.note = .null
        return .due(occurrence)
    }
}
