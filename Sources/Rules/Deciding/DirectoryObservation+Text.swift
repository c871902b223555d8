import Foundation

extension DirectoryObservation {
    /// As the store keeps it.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            preconditionFailure("ids, texts and finite dates can always be written as JSON: \(error)")
        }
    }

    /// Nil for what another build has kept in another way.
    package init?(text: String) {
        guard let sighting = try? JSONDecoder().decode(DirectoryObservation.self, from: Data(text.utf8)) else { return nil }
        self = sighting
    }
}
