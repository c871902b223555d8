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
        var outgoing = outgoing
        // The destination of a web request is no id of Mezon, and follows from the request.
        if outgoing.channel.isWeb { outgoing.channel = 0 }
        return Array(try encoder.encode(outgoing))
    }

    /// Decodes a request.
    ///
    /// - Throws: `WireError.notARequest`.
    static func outgoing(_ bytes: [UInt8]) throws -> ResolvedAction {
        do {
            var outgoing = try JSONDecoder().decode(ResolvedAction.self, from: Data(bytes))
            if case .web(let web) = outgoing.request { outgoing.channel = web.destination }
            return outgoing
        } catch {
            throw WireError.notARequest
        }
    }
}
