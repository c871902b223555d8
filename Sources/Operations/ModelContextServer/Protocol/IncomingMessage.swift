package import ChatModel

/// A message of the client.
package enum IncomingMessage: Hashable, Sendable {
    case request(id: RequestID, method: String, parameters: [String: JSONValue])
    case notification(method: String, parameters: [String: JSONValue])
    /// A response, though the server asks nothing, or an empty line.
    case ignored

    /// Reads a line.
    ///
    /// - Throws: `InvalidMessage`.
    package init(_ line: ArraySlice<UInt8>) throws(InvalidMessage) {
        guard let text = String(validating: line, as: UTF8.self) else {
            throw InvalidMessage(nil, ProtocolError(.parseError, "the line is not UTF-8"))
        }
        guard text.contains(where: { !$0.isWhitespace }) else {
            self = .ignored
            return
        }
        switch JSONReader.read(text, truncatesDeepValues: false) {
        case .value(.object(let members)): self = try Self.read(members)
        case .value(.array):
            // Only version 2025-03-26 of the protocol had them, which is why this server does not offer it.
            throw InvalidMessage(nil, ProtocolError(.invalidRequest, "a batch is not supported; send one message per line"))
        case .value: throw InvalidMessage(nil, ProtocolError(.invalidRequest, "a message must be a JSON object"))
        case .tooMany: throw InvalidMessage(nil, ProtocolError(.parseError, "the message has too many values"))
        case .malformed:
            throw InvalidMessage(nil, ProtocolError(.parseError, "the line is not one JSON value, or it is nested too deeply"))
        }
    }

    private static func read(_ members: [String: JSONValue]) throws(InvalidMessage) -> IncomingMessage {
        let id = members["id"].flatMap(RequestID.init)
        guard members["jsonrpc"] == "2.0" else {
            throw InvalidMessage(id, ProtocolError(.invalidRequest, "'jsonrpc' must be \"2.0\""))
        }
        guard let method = members["method"] else {
            if members["result"] != nil || members["error"] != nil { return .ignored }
            throw InvalidMessage(id, ProtocolError(.invalidRequest, "'method' is missing"))
        }
        guard case .string(let name) = method else {
            throw InvalidMessage(id, ProtocolError(.invalidRequest, "'method' must be a string"))
        }
        guard members["id"] == nil || id != nil else {
            throw InvalidMessage(nil, ProtocolError(.invalidRequest, "'id' must be a string or an integer"))
        }
        // Some clients send null for what they leave out.
        guard let parameters = (members["params"].flatMap { $0 == .null ? nil : $0 } ?? [:]).object else {
            // A notification has no response, also not this one.
            guard let id else { return .ignored }
            throw InvalidMessage(id, ProtocolError(.invalidParameters, "'params' must be an object"))
        }
        return id.map { .request(id: $0, method: name, parameters: parameters) }
            ?? .notification(method: name, parameters: parameters)
    }
}

/// A message that cannot be processed, with the id of the request as far as it is known.
package struct InvalidMessage: Error, Hashable, Sendable {
    package let id: RequestID?
    package let error: ProtocolError

    package init(_ id: RequestID?, _ error: ProtocolError) {
        self.id = id
        self.error = error
    }
}
