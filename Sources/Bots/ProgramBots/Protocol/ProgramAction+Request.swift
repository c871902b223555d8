import BotKit
import ChatModel
import Foundation

/// Web requests of a program, which never sees the secrets in their headers.
extension ProgramAction {
    private static let methods = "GET, POST, PUT, PATCH or DELETE"

    func webRequest(_ fields: inout JSONFields) throws -> WebRequest {
        guard let url = try fields.address("url") else { throw JSONFields.FieldError(message: "'request' needs 'url'") }
        let body = try Self.body(&fields)
        let word = try fields.text("method") ?? (body == nil ? "GET" : "POST")
        guard let method = WebRequest.Method(rawValue: word) else {
            throw JSONFields.FieldError(message: "'method' must be \(Self.methods), not '\(word.terminalLine)'")
        }
        let timeout = try fields.duration("timeout") ?? .seconds(30)
        guard (.seconds(1)...WebRequest.maxTimeout).contains(timeout) else {
            throw JSONFields.FieldError(message: "'timeout' must be from 1s to 120s")
        }
        let attempts = try fields.whole("attempts") ?? 5
        guard (1...WebRequest.maxAttempts).contains(attempts) else {
            throw JSONFields.FieldError(message: "'attempts' must be from 1 to \(WebRequest.maxAttempts)")
        }
        do {
            return try WebRequest(
                try fields.text("name") ?? "request", method, url, headers: try headers(&fields), body, timeout: timeout,
                attempts: attempts, note: fields.value("note") ?? .null)
        } catch EncodingError.invalidValue(_, let context) {
            throw JSONFields.FieldError(message: context.debugDescription)
        }
    }

    /// Reads headers: texts, or secrets by their names in the configuration, with a text before them.
    private func headers(_ fields: inout JSONFields) throws -> [String: SecretText] {
        guard let value = fields.value("headers") else { return [:] }
        guard let object = value.object else { throw JSONFields.FieldError(message: "'headers' must be a JSON object") }
        return try object.mapValues { value in
            if let text = value.string { return SecretText(text) }
            var header = try JSONFields(value, "a header that is no text")
            let (name, prefix) = (try header.needed("secret"), try header.text("prefix") ?? "")
            try header.finish()
            guard let secret = secrets[name] else {
                let known = secrets.keys.sorted().joined(separator: ", ")
                let advice = known.isEmpty ? "the configuration names none under 'secrets'" : "known are \(known)"
                throw JSONFields.FieldError(message: "there is no secret '\(name.terminalLine)'; \(advice)")
            }
            return "\(prefix)\(secret)"
        }
    }

    private static func body(_ fields: inout JSONFields) throws -> WebBody? {
        let (json, parts) = (fields.value("json"), try fields.list("multipart"))
        let (text, base64, type) = (try fields.text("text"), try fields.text("base64"), try fields.text("type"))
        let given = [json != nil, parts != nil, text != nil, base64 != nil].filter(\.self).count
        guard given <= 1 else {
            throw JSONFields.FieldError(message: "a request has at most one of 'json', 'text', 'base64' and 'multipart'")
        }
        guard type == nil || text != nil || base64 != nil else {
            throw JSONFields.FieldError(message: "'type' is the media type of 'text' or 'base64'")
        }
        if let json { return try .json(json) }
        if let parts { return .multipart(try parts.map(part)) }
        if let text { return WebBody(Data(text.utf8), type: type ?? "text/plain; charset=utf-8") }
        return try base64.map { WebBody(try bytes($0), type: type ?? "application/octet-stream") }
    }

    /// Reads a field of a form: a text, or a file by its bytes.
    private static func part(_ value: JSONValue) throws -> WebBody.Field {
        var part = try JSONFields(value, "a part of 'multipart'")
        let name = try part.needed("name")
        let (text, base64) = (try part.text("text"), try part.text("base64"))
        let (file, type) = (try part.text("file"), try part.text("type"))
        try part.finish()
        switch (text, base64) {
        case (let text?, nil) where file == nil && type == nil: return WebBody.Field(name, text)
        case (nil, let base64?):
            return WebBody.Field(name, file: file ?? name, type: type ?? "application/octet-stream", try bytes(base64))
        default:
            throw JSONFields.FieldError(
                message: "the part '\(name.terminalLine)' needs 'text', or 'base64' with 'file' and 'type'")
        }
    }

    private static func bytes(_ base64: String) throws -> Data {
        guard let bytes = Data(base64Encoded: base64) else {
            throw JSONFields.FieldError(message: "'base64' must be bytes in Base64")
        }
        return bytes
    }
}
