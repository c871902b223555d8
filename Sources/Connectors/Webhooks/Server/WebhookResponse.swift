/// The response to a caller.
struct WebhookResponse: Hashable {
    var status: Int
    var text: String
    /// Further headers by name.
    var headers: [String: String] = [:]

    init(_ status: Int, _ text: String, headers: [String: String] = [:]) {
        self.status = status
        self.text = text
        self.headers = headers
    }

    static let healthy = WebhookResponse(200, "healthy")
    static let accepted = WebhookResponse(200, "accepted")
    static let known = WebhookResponse(200, "duplicate")
    static let malformed = WebhookResponse(400, "malformed request")
    /// The same for all reasons, because details would help an attacker.
    static let forged = WebhookResponse(401, "authentication failed")
    static let notFound = WebhookResponse(404, "not found")
    static let slow = WebhookResponse(408, "request timeout")
    static let lengthRequired = WebhookResponse(411, "a body is needed")
    static let expectation = WebhookResponse(417, "unsupported expectation")
    static let headersTooLarge = WebhookResponse(431, "too many or too large headers")

    static func wrongMethod(allowed: String) -> WebhookResponse {
        WebhookResponse(405, "allowed: \(allowed)", headers: ["allow": allowed])
    }

    static func tooLarge(limit: Int) -> WebhookResponse { WebhookResponse(413, "the body is larger than \(limit) bytes") }
    static func unread(_ error: WebhookBodyError) -> WebhookResponse {
        WebhookResponse(error == .unknownType ? 415 : 400, error.description)
    }

    static func tooMany(after seconds: Int64) -> WebhookResponse {
        WebhookResponse(429, "too many requests", headers: ["retry-after": "\(max(seconds, 1))"])
    }

    static func unavailable(after seconds: Int) -> WebhookResponse {
        WebhookResponse(503, "try again later", headers: ["retry-after": "\(seconds)"])
    }

    /// Returns the response as bytes of HTTP/1.1.
    func bytes(date: String, isLast: Bool, omitsBody: Bool) -> [UInt8] {
        var lines = ["HTTP/1.1 \(status) \(Self.reasons[status] ?? "Other")", "date: \(date)"]
        lines.append("content-type: text/plain; charset=utf-8")
        lines.append("content-length: \(text.utf8.count + 1)")
        lines += headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        if isLast { lines.append("connection: close") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (omitsBody ? "" : text + "\n")).utf8)
    }

    private static let reasons = [
        200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout",
        411: "Length Required", 413: "Content Too Large", 415: "Unsupported Media Type", 417: "Expectation Failed",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 503: "Service Unavailable",
    ]
}
