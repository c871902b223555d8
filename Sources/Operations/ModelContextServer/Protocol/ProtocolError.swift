package import ChatModel

/// An error that a request is answered with.
package struct ProtocolError: Error, Hashable, Sendable {
    /// The codes of JSON-RPC 2.0, and the protocol's own for resources.
    package enum Code: Int64, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParameters = -32602
        case internalError = -32603
        case resourceNotFound = -32002
    }

    package let code: Code
    /// One sentence for the client.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The response to a request; the id is null if it could not be read.
    package func response(to id: RequestID?) -> JSONValue {
        ["jsonrpc": "2.0", "id": id?.json ?? .null, "error": ["code": .integer(code.rawValue), "message": .string(message)]]
    }
}
