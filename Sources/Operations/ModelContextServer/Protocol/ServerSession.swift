package import ChatModel

/// The state of the protocol with one client: decides how each message is answered, and performs nothing itself.
package struct ServerSession: Sendable {
    /// The step that a message calls for.
    package enum Step: Hashable, Sendable {
        case none
        case respond(JSONValue)
        /// Run a command and respond with what it prints.
        case run(RequestID, ChildCommand, RunPurpose)
        /// End the command of a request, which gets no response.
        case cancel(RequestID)
    }

    /// The form of the response to a command.
    package enum RunPurpose: Hashable, Sendable {
        case tool(successCodes: Set<Int32>)
        case resource(uri: String, mediaType: String)
    }

    /// The versions of the protocol, newest first. Version 2025-03-26 is not among them, because it requires batches.
    package static let versions = ["2025-06-18", "2024-11-05"]
    /// The maximum number of unanswered requests. Four of them run at once.
    package static let maxPending = 64

    private let identity: ServerIdentity
    private let tools: [ServerTool]
    private let resources: [ServerResource]
    private let target: CommandTarget
    private var isInitialized = false
    /// The unanswered requests, each with a Boolean value that indicates whether its response is being written, or waits for that.
    private var pending: [RequestID: Bool] = [:]

    /// Creates a session. If the target has clans, it offers only what shows nothing else.
    package init(_ identity: ServerIdentity, tools: [ServerTool], resources: [ServerResource], target: CommandTarget) {
        self.identity = identity
        self.tools = tools.filter { target.clans == nil || $0.isConfinable }
        self.resources = resources.filter { target.clans == nil || $0.isConfinable }
        self.target = target
    }

    package mutating func receive(_ line: ArraySlice<UInt8>) -> Step {
        do {
            switch try IncomingMessage(line) {
            case .request(let id, let method, let parameters): return receive(id, method, parameters)
            case .notification(let method, let parameters):
                guard method == "notifications/cancelled", let id = parameters["requestId"].flatMap(RequestID.init),
                    pending[id] == false
                else { return .none }
                pending[id] = nil
                return .cancel(id)
            case .ignored: return .none
            }
        } catch {
            return .respond(error.error.response(to: error.id))
        }
    }

    /// Records that the command of a request has ended. From now on the request cannot be cancelled.
    ///
    /// - Returns: A Boolean value that indicates whether the client still expects a response.
    package mutating func beginResponse(to id: RequestID) -> Bool {
        guard pending[id] != nil else { return false }
        pending[id] = true
        return true
    }

    package func isResponding(to id: RequestID) -> Bool { pending[id] ?? false }

    /// Records that the response to a request was written.
    package mutating func finish(_ id: RequestID) { pending[id] = nil }

    private mutating func receive(_ id: RequestID, _ method: String, _ parameters: [String: JSONValue]) -> Step {
        do {
            guard pending[id] == nil else {
                throw ProtocolError(.invalidRequest, "a request with this id is still being processed")
            }
            switch method {
            case "initialize": return .respond(Self.response(to: id, try initialize(parameters)))
            case "ping": return .respond(Self.response(to: id, [:]))
            case _ where !isInitialized && Self.methods.contains(method):
                throw ProtocolError(.invalidRequest, "'initialize' must come before '\(method)'")
            case "tools/list": return try list("tools", tools.map(\.json), id, parameters)
            case "resources/list": return try list("resources", resources.map(\.json), id, parameters)
            case "resources/templates/list": return try list("resourceTemplates", [], id, parameters)
            case "tools/call": return try start(id, try call(parameters))
            case "resources/read": return try start(id, try read(parameters))
            default: throw ProtocolError(.methodNotFound, "there is no method '\(Self.excerpt(method))'")
            }
        } catch let error as ProtocolError {
            return .respond(error.response(to: id))
        } catch {
            return .respond(ProtocolError(.internalError, "\(error)").response(to: id))
        }
    }

    /// The methods of an initialized session.
    private static let methods: Set = [
        "tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read",
    ]

    private mutating func initialize(_ parameters: [String: JSONValue]) throws(ProtocolError) -> JSONValue {
        guard !isInitialized else { throw ProtocolError(.invalidRequest, "the session is initialized already") }
        guard let requested = parameters["protocolVersion"]?.string else {
            throw ProtocolError(.invalidParameters, "'protocolVersion' must be a string")
        }
        isInitialized = true
        let version = Self.versions.contains(requested) ? requested : Self.versions[0]
        return [
            "protocolVersion": .string(version),
            "capabilities": ["tools": ["listChanged": false], "resources": ["listChanged": false, "subscribe": false]],
            "serverInfo": ["name": .string(identity.name), "version": .string(identity.version)],
            "instructions": .string(identity.instructions),
        ]
    }

    private func list(
        _ key: String, _ items: [JSONValue], _ id: RequestID, _ parameters: [String: JSONValue]
    ) throws(ProtocolError) -> Step {
        // A list has one page, so that no cursor was ever given out.
        guard parameters["cursor"] ?? .null == .null else { throw ProtocolError(.invalidParameters, "the cursor is unknown") }
        return .respond(Self.response(to: id, .object([key: .array(items)])))
    }

    private func call(_ parameters: [String: JSONValue]) throws(ProtocolError) -> (ChildCommand, RunPurpose) {
        guard let name = parameters["name"]?.string else { throw ProtocolError(.invalidParameters, "'name' must be a string") }
        guard let tool = tools.first(where: { $0.name == name }) else {
            throw ProtocolError(.invalidParameters, "there is no tool '\(Self.excerpt(name))'")
        }
        guard let arguments = (parameters["arguments"].flatMap { $0 == .null ? nil : $0 } ?? [:]).object else {
            throw ProtocolError(.invalidParameters, "'arguments' must be an object")
        }
        do {
            return (try tool.command(arguments, target), .tool(successCodes: tool.successCodes))
        } catch {
            throw ProtocolError(.invalidParameters, "\(error)")
        }
    }

    private func read(_ parameters: [String: JSONValue]) throws(ProtocolError) -> (ChildCommand, RunPurpose) {
        guard let uri = parameters["uri"]?.string else { throw ProtocolError(.invalidParameters, "'uri' must be a string") }
        guard let resource = resources.first(where: { $0.uri == uri }) else {
            throw ProtocolError(.resourceNotFound, "there is no resource '\(Self.excerpt(uri))'")
        }
        return (resource.command(target), .resource(uri: uri, mediaType: resource.mediaType))
    }

    private mutating func start(_ id: RequestID, _ work: (ChildCommand, RunPurpose)) throws(ProtocolError) -> Step {
        guard pending.count < Self.maxPending else {
            throw ProtocolError(.invalidRequest, "\(Self.maxPending) requests wait already; wait for their responses")
        }
        pending[id] = false
        return .run(id, work.0, work.1)
    }

    private static func response(to id: RequestID, _ result: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": id.json, "result": result]
    }

    /// The beginning of a client's text for a message.
    private static func excerpt(_ text: String) -> Substring { text.prefix(80) }
}
