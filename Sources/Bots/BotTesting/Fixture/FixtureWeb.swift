import BotKit
import ChatModel
import Foundation
import ProgramBots

/// The response of a web address as a line of a fixture.
///
///     {"kind":"http","url":"https://api.example.org/","status":200,"headers":{"content-type":"text/plain"},"text":"27 °C"}
///     {"kind":"http","url":"https://api.example.org/slow","fails":"timed_out"}
enum FixtureWeb {
    static func line(_ fields: inout JSONFields) throws -> FixtureLine {
        let url = try fields.needed("url")
        if let word = try fields.text("fails") {
            try fields.finish()
            return .http(url, .failure(try failure(word, at: url)))
        }
        let status = try fields.whole("status") ?? 200
        guard (100...599).contains(status) else { throw JSONFields.FieldError(message: "'status' must be from 100 to 599") }
        let headers = try headers(fields.value("headers"))
        let text = try fields.text("text"), base64 = try fields.text("base64")
        try fields.finish()
        guard text == nil || base64 == nil else {
            throw JSONFields.FieldError(message: "a body can be 'text' or 'base64', not both")
        }
        guard let body = base64.map({ Data(base64Encoded: $0) }) ?? Data((text ?? "").utf8) else {
            throw JSONFields.FieldError(message: "'base64' is not valid base64")
        }
        return .http(url, .response(HTTPResponse(status: status, headers: headers, body: body)))
    }

    private static func headers(_ value: JSONValue?) throws -> [String: String] {
        guard let value else { return [:] }
        guard let object = value.object, object.values.allSatisfy({ $0.string != nil }) else {
            throw JSONFields.FieldError(message: "'headers' must be a JSON object of texts")
        }
        return object.compactMapValues(\.string)
    }

    /// Returns the line; nil for an error that no line can express.
    static func text(_ url: String, _ outcome: HTTPOutcome) -> String? {
        var object: [String: JSONValue] = ["kind": "http", "url": .string(url)]
        switch outcome {
        case .response(let response):
            object["status"] = .integer(Int64(response.status))
            if !response.headers.isEmpty { object["headers"] = .object(response.headers.mapValues { .string($0) }) }
            if Data(response.text.utf8) == response.body {
                object["text"] = .string(response.text)
            } else {
                object["base64"] = .string(response.body.base64EncodedString())
            }
        case .failure(.timedOut): object["fails"] = "timed_out"
        case .failure(.unreachable): object["fails"] = "unreachable"
        case .failure(.unknownHost): object["fails"] = "unknown_host"
        case .failure(.notAllowed): object["fails"] = "not_allowed"
        case .failure(.tooLarge): object["fails"] = "too_large"
        case .failure: return nil
        }
        return FixtureJSONEncoder.text(.object(object))
    }

    private static func failure(_ word: String, at url: String) throws -> HTTPError {
        switch word {
        case "timed_out": return .timedOut(after: .seconds(5))
        case "unreachable": return .unreachable("connection refused")
        case "unknown_host": return .unknownHost(url)
        case "not_allowed": return .notAllowed(url)
        case "too_large": return .tooLarge(limitInBytes: 1 << 20)
        default:
            throw JSONFields.FieldError(
                message: "'fails' must be timed_out, unreachable, unknown_host, not_allowed or too_large, not '\(word)'")
        }
    }
}
