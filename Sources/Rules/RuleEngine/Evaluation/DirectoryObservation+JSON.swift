import Foundation

extension DirectoryObservation {
    /// The observation as stored JSON.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            preconditionFailure("ids, texts and finite dates can always be written as JSON: \(error)")
        }
    }

    /// Creates an observation from stored JSON; `nil` if another build stored it in another format.
    package init?(text: String) {
        guard let observation = try? JSONDecoder().decode(DirectoryObservation.self, from: Data(text.utf8)) else { return nil }
        self = observation
    }
}
