import BotConfiguration
import NIOHTTP1

/// Assembles the requests of one connection, one after the other, and decides how far each is read. It neither writes nor waits.
struct WebhookRequestAssembler {
    enum Step: Equatable {
        case wait
        /// The caller waits for `100 Continue` before it sends its body.
        case proceed
        case answer(WebhookResponse, isLast: Bool, omitsBody: Bool)
        case verify(UnverifiedWebhook, isLast: Bool)
    }

    private enum State {
        case idle
        case collecting(UnverifiedWebhook, isLast: Bool)
        /// The response to send at the end of the request, which has no body.
        case ending(WebhookResponse, isLast: Bool, omitsBody: Bool)
        /// Nothing more is read.
        case over
    }

    private var state = State.idle
    private var body: [UInt8] = []

    /// Processes the head of a request.
    ///
    /// - Parameter endpoint: Finds the endpoint at a path.
    mutating func head(_ head: HTTPRequestHead, endpoint: (String) -> WebhookEndpoint?) -> Step {
        guard case .idle = state else { return end(.malformed) }
        let headers = WebhookHeaders(head.headers.map { ($0.name, $0.value) })
        // A request that two parsers could delimit differently is rejected (request smuggling).
        guard Self.isUnambiguous(headers, head.version) else { return end(.malformed) }
        let hasBody = headers.only("transfer-encoding") != nil || headers.only("content-length").map { $0 != "0" } ?? false
        let refusal: WebhookResponse
        switch Self.admission(head, headers, hasBody, endpoint) {
        case .success(let endpoint):
            state = .collecting(UnverifiedWebhook(endpoint: endpoint, headers: headers), isLast: !head.isKeepAlive)
            return headers.only("expect") == nil ? .wait : .proceed
        case .failure(let rejection): refusal = rejection.response
        }
        let omitsBody = head.method == .HEAD
        guard !hasBody else {
            state = .over
            return .answer(refusal, isLast: true, omitsBody: omitsBody)
        }
        state = .ending(refusal, isLast: !head.isKeepAlive, omitsBody: omitsBody)
        return .wait
    }

    mutating func body(_ bytes: some Collection<UInt8>) -> Step {
        switch state {
        case .collecting(let draft, _):
            guard body.count + bytes.count <= draft.endpoint.maxBytes else {
                return end(.tooLarge(limit: draft.endpoint.maxBytes))
            }
            body.append(contentsOf: bytes)
            return .wait
        case .ending: return end(.malformed)
        case .idle, .over: return .wait
        }
    }

    mutating func end() -> Step {
        defer { body = [] }
        switch state {
        case .collecting(var draft, let isLast):
            draft.body = body
            state = isLast ? .over : .idle
            return .verify(draft, isLast: isLast)
        case .ending(let answer, let isLast, let omitsBody):
            state = isLast ? .over : .idle
            return .answer(answer, isLast: isLast, omitsBody: omitsBody)
        case .idle, .over: return .wait
        }
    }

    /// Reads nothing more after this response.
    mutating func end(_ answer: WebhookResponse) -> Step {
        if case .over = state { return .wait }
        state = .over
        body = []
        return .answer(answer, isLast: true, omitsBody: false)
    }

    private struct Rejection: Error { let response: WebhookResponse }

    private static func admission(
        _ head: HTTPRequestHead, _ headers: WebhookHeaders, _ hasBody: Bool, _ endpoint: (String) -> WebhookEndpoint?
    ) -> Result<WebhookEndpoint, Rejection> {
        let path = String(head.uri.prefix { $0 != "?" })
        if path == WebhookEndpoint.healthPath {
            let isRead = head.method == .GET || head.method == .HEAD
            return .failure(Rejection(response: isRead ? .healthy : .wrongMethod(allowed: "GET, HEAD")))
        }
        guard let endpoint = endpoint(path) else { return .failure(Rejection(response: .notFound)) }
        guard head.method == .POST else { return .failure(Rejection(response: .wrongMethod(allowed: "POST"))) }
        guard hasBody else { return .failure(Rejection(response: .lengthRequired)) }
        let length = headers.only("content-length").flatMap { Int($0) } ?? 0
        guard length <= endpoint.maxBytes else { return .failure(Rejection(response: .tooLarge(limit: endpoint.maxBytes))) }
        let encodings = headers.all("content-encoding")
        guard encodings.isEmpty || encodings == ["identity"], headers.all("content-type").count <= 1,
            WebhookBody.reads(contentType: headers.only("content-type"))
        else { return .failure(Rejection(response: .unread(.unknownType))) }
        let expectations = headers.all("expect").map { $0.lowercased() }
        guard expectations.isEmpty || expectations == ["100-continue"] else { return .failure(Rejection(response: .expectation)) }
        return .success(endpoint)
    }

    private static func isUnambiguous(_ headers: WebhookHeaders, _ version: HTTPVersion) -> Bool {
        let lengths = headers.all("content-length")
        let encodings = headers.all("transfer-encoding")
        guard lengths.count + encodings.count <= 1, encodings.allSatisfy({ $0.lowercased() == "chunked" }),
            lengths.allSatisfy({ (1...18).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return false }
        // HTTP/1.0 has no chunked bodies, and data after an upgrade is not HTTP.
        guard encodings.isEmpty || version == .http1_1, headers.all("upgrade").isEmpty else { return false }
        return headers.all("host").count == 1 || version == .http1_0 && headers.all("host").isEmpty
    }
}

/// A complete call whose sender has not been verified yet.
struct UnverifiedWebhook: Equatable, Sendable {
    var endpoint: WebhookEndpoint
    var headers: WebhookHeaders
    var body: [UInt8] = []
}
