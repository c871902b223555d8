import ChatModel
import Foundation

/// The error in the body of a gateway's response: JSON with `code` and `message`; empty if it cannot be read.
struct ErrorBody: Equatable {
    /// The gRPC code; 0 if there is none.
    var code = 0
    /// The message on one line, short enough for a log, and without the secrets that were sent.
    var message = ""

    init(_ body: [UInt8], hiding secrets: [Secret]) {
        guard let object = try? JSONDecoder().decode([String: JSONValue].self, from: Data(body)) else { return }
        code = object["code"]?.integer.flatMap { Int(exactly: $0) } ?? 0
        message = Self.line(object["message"]?.string ?? object["error"]?.string ?? "", hiding: secrets)
    }

    private static func line(_ text: String, hiding secrets: [Secret]) -> String {
        var text = text
        for secret in secrets where !secret.isEmpty {
            text = text.replacingOccurrences(of: secret.reveal(), with: secret.description)
        }
        let printable = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }
        return String(printable.prefix(200))
    }
}
