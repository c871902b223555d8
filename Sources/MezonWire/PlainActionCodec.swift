import Foundation
import MezonModel

/// Outgoing requests that no single envelope of Mezon's carries, as an outbox row stores them: JSON. What is relayed has a form of its own;
/// rows of earlier builds have it as JSON.
enum PlainActionCodec {
    /// No envelope begins with a brace: that would be field 15 as a group, and Mezon has no groups.
    static func isOne(_ bytes: [UInt8]) -> Bool { bytes.first == UInt8(ascii: "{") }

    /// - Throws: where a number or a date of it is not finite.
    static func bytes(_ outgoing: ResolvedAction) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(outgoing))
    }

    /// - Throws: `WireError.notAnOutgoing`.
    static func outgoing(_ bytes: [UInt8]) throws -> ResolvedAction {
        do {
            return try JSONDecoder().decode(ResolvedAction.self, from: Data(bytes))
        } catch {
            throw WireError.notAnOutgoing
        }
    }
}
