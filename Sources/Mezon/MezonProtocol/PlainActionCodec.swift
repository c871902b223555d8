import ChatModel
import Foundation

/// The JSON form in the outbox of requests that no single Mezon envelope can express. Relayed messages have a form of their own; rows of
/// earlier versions contain them as JSON.
enum PlainActionCodec {
    /// Returns a Boolean value that indicates whether the bytes are in this form. No envelope begins with a brace: that would be field 15
    /// as a group, and Mezon has no groups.
    static func isEncoded(_ bytes: [UInt8]) -> Bool { bytes.first == UInt8(ascii: "{") }

    /// Encodes a request.
    ///
    /// - Throws: An error if it contains a number or date that is not finite.
    static func bytes(_ outgoing: ResolvedAction) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(outgoing))
    }

    /// Decodes a request.
    ///
    /// - Throws: `WireError.notARequest`.
    static func outgoing(_ bytes: [UInt8]) throws -> ResolvedAction {
        do {
            return try JSONDecoder().decode(ResolvedAction.self, from: Data(bytes))
        } catch {
            throw WireError.notARequest
        }
    }
}
