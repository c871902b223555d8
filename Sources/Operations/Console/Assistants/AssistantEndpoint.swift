import BotConfiguration
import ChatModel
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import ModelContextServer
import NIOCore

/// Answers assistant programs by the Streamable HTTP transport of the Model Context Protocol, version 2025-06-18.
///
/// Every request is answered with one JSON object. The server sends nothing on its own, so it offers no stream.
struct AssistantEndpoint: Sendable {
    static let maxBodyBytes = 64 << 10

    private static let sessionID = HTTPField.Name("Mcp-Session-Id")
    private static let protocolVersion = HTTPField.Name("MCP-Protocol-Version")
    private static let changing = Set(ServerTool.changing.map(\.name))

    private let assistants: [(settings: AssistantSettings, token: SecretToken)]
    private let commands: AssistantCommands
    private let runner: CommandRunner
    private let sessions: AssistantSessions
    private let version: String
    private let logger: Logger

    init(
        _ assistants: [AssistantSettings], _ commands: AssistantCommands, sessions: AssistantSessions, version: String,
        time: any TimeSource, logger: Logger
    ) {
        self.assistants = assistants.map { ($0, SecretToken($0.token)) }
        self.commands = commands
        // The commands share the machine with the bot.
        var limits = CommandRunner.Limits()
        limits.concurrent = 2
        runner = commands.runner(limits, time: time)
        self.sessions = sessions
        self.version = version
        self.logger = logger
    }

    /// - Parameter isOwnOrigin: Whether the request has no origin or one of the console.
    func respond(to request: Request, isOwnOrigin: Bool) async throws -> Response {
        guard !assistants.isEmpty else { return try Self.refusal(.notFound, "no assistants are configured") }
        guard isOwnOrigin else { return try Self.refusal(.forbidden, "pages of other origins are refused") }
        let given = request.headers[.authorization]
        guard let assistant = assistants.first(where: { $0.token.matches(bearer: given) })?.settings else {
            var response = try Self.refusal(.unauthorized, "a token of console.assistants has to be presented")
            response.headers[.wwwAuthenticate] = "Bearer"
            return response
        }
        switch request.method {
        case .post: return try await receive(request, from: assistant)
        case .delete: return try await end(request, of: assistant)
        default:
            var response = try Self.refusal(.methodNotAllowed, "this server offers no stream")
            response.headers[.allow] = "POST, DELETE"
            return response
        }
    }

    private func receive(_ request: Request, from assistant: AssistantSettings) async throws -> Response {
        guard Self.names(request.headers[.contentType]) == ["application/json"] else {
            return try Self.refusal(.unsupportedMediaType, "a message is application/json")
        }
        let accepted = Self.names(request.headers[.accept])
        guard accepted.isEmpty || !accepted.isDisjoint(with: ["application/json", "application/*", "*/*"]) else {
            return try Self.refusal(.notAcceptable, "a response is application/json")
        }
        guard let body = try? await request.body.collect(upTo: Self.maxBodyBytes) else {
            return try Self.refusal(.contentTooLarge, "a message has at most \(Self.maxBodyBytes >> 10) KiB")
        }
        let bytes = Array(body.readableBytesView)[...]
        let message: IncomingMessage
        do {
            message = try IncomingMessage(bytes)
        } catch {
            return try Self.json(error.error.response(to: error.id), .badRequest)
        }
        if case .request(_, "initialize", _) = message { return try await begin(with: bytes, assistant) }
        guard let id = Self.sessionID.flatMap({ request.headers[$0] }) else {
            return try Self.refusal(.badRequest, "the header Mcp-Session-Id is missing; send 'initialize' first")
        }
        guard let server = await sessions.server(id, of: assistant) else { return try Self.unknownSession() }
        if let version = Self.protocolVersion.flatMap({ request.headers[$0] }), !ServerSession.versions.contains(version) {
            return try Self.refusal(
                .badRequest, "MCP-Protocol-Version must be one of \(ServerSession.versions.joined(separator: ", "))")
        }
        log(message, of: assistant)
        guard let response = try await server.response(to: bytes) else { return Response(status: .accepted) }
        return try Self.json(response)
    }

    /// Begins a conversation.
    private func begin(with message: ArraySlice<UInt8>, _ assistant: AssistantSettings) async throws -> Response {
        let server = ContextServer(commands.session(for: assistant, version: version), runner: runner)
        guard let answer = try await server.response(to: message) else { return Response(status: .accepted) }
        var response = try Self.json(answer)
        guard answer.object?["error"] == nil else { return response }
        guard let id = await sessions.add(server, of: assistant) else {
            return try Self.refusal(.serviceUnavailable, "the bot is shutting down")
        }
        if let name = Self.sessionID { response.headers[name] = id.text }
        logger.info("Assistant connected", metadata: ["console.assistant": "\(assistant.name)"])
        return response
    }

    private func end(_ request: Request, of assistant: AssistantSettings) async throws -> Response {
        guard let id = Self.sessionID.flatMap({ request.headers[$0] }), await sessions.end(id, of: assistant) else {
            return try Self.unknownSession()
        }
        return Response(status: .noContent)
    }

    private func log(_ message: IncomingMessage, of assistant: AssistantSettings) {
        guard assistant.allowsChanges, case .request(_, "tools/call", let parameters) = message,
            let tool = parameters["name"]?.string, Self.changing.contains(tool)
        else { return }
        logger.info(
            "Assistant changes the bot", metadata: ["console.assistant": "\(assistant.name)", "console.tool": "\(tool)"])
    }

    /// The values of a header without their parameters.
    private static func names(_ header: String?) -> Set<String> {
        let values = (header ?? "").lowercased().split(separator: ",").map { $0.prefix { $0 != ";" } }
        return Set(values.map { String($0.filter { $0 != " " && $0 != "\t" }) })
    }

    private static func unknownSession() throws -> Response {
        try refusal(.notFound, "there is no such session; send 'initialize' again")
    }

    /// A response that tells why a message is not processed.
    private static func refusal(_ status: HTTPResponse.Status, _ reason: String) throws -> Response {
        try json(ProtocolError(.invalidRequest, reason).response(to: nil), status)
    }

    private static func json(_ value: JSONValue, _ status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: try JSONText.text(value))))
    }
}
