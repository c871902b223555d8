import ChatModel
import Foundation
import NIOHTTP1

/// A complete request.
struct GatewayHTTPRequest {
    var method: HTTPMethod
    /// The path without the query.
    var path: Substring
    var query: Substring
    var headers: HTTPHeaders
    var body: [UInt8] = []

    init(_ head: HTTPRequestHead) {
        method = head.method
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts.first ?? ""
        query = parts.count > 1 ? parts[1] : ""
        headers = head.headers
    }

    /// Returns the value of a query parameter without percent encoding.
    func parameter(_ name: String) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.first == name[...] { return parts.count > 1 ? String(parts[1]).removingPercentEncoding : "" }
        }
        return nil
    }

    var bearer: Secret? {
        guard let value = headers.first(name: "Authorization"), value.hasPrefix("Bearer ") else { return nil }
        return Secret(String(value.dropFirst(7)))
    }
}

/// The answer to a request.
struct GatewayHTTPResponse: Equatable {
    var status: Int
    var contentType: String?
    var body: [UInt8] = []
    var headers: [String: String] = [:]

    /// The answer to a successful call that returns nothing; it has a content type because SDKs read it before the body.
    static let noContent = GatewayHTTPResponse(status: 204, contentType: "application/proto")

    static func empty(_ status: Int) -> GatewayHTTPResponse { GatewayHTTPResponse(status: status) }

    static func protobuf(_ bytes: [UInt8], _ contentType: String = "application/proto") -> GatewayHTTPResponse {
        GatewayHTTPResponse(status: 200, contentType: contentType, body: bytes)
    }

    static func json(_ value: some Encodable, status: Int = 200) -> GatewayHTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        guard let body = try? encoder.encode(value) else { return .empty(500) }
        return GatewayHTTPResponse(status: status, contentType: "application/json", body: Array(body))
    }

    static func refusal(_ refusal: GatewayRequestError) -> GatewayHTTPResponse {
        .json(ErrorBody(code: refusal.status, message: refusal.message), status: refusal.httpStatus)
    }

    private struct ErrorBody: Encodable {
        var code: UInt16
        var message: String
    }
}
