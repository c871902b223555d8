package import ChatModel

/// A tool of the server: a command of the program with typed parameters.
package struct ServerTool: Hashable, Sendable {
    /// The effect of a tool on the bot.
    package enum Access: Hashable, Sendable {
        case reads
        case changes(isDestructive: Bool, isIdempotent: Bool)
    }

    package let name: String
    package let title: String
    package let description: String
    package let access: Access
    package let parameters: [ToolParameter]
    /// The exit codes beside 0 with which the command reports a finding instead of an error.
    package let successCodes: Set<Int32>
    private let words: [String]
    private let parts: [CommandTarget.Part]

    init(
        _ name: String, _ title: String, _ description: String, _ words: [String],
        on parts: [CommandTarget.Part] = [.data, .key],
        access: Access = .reads, successCodes: Set<Int32> = [], taking parameters: [ToolParameter] = []
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.words = words
        self.parts = parts
        self.access = access
        self.successCodes = successCodes
        self.parameters = parameters
    }

    package var changes: Bool { access != .reads }
    /// A Boolean value that indicates whether a client that is confined to clans may call it.
    var isConfinable: Bool { parts.isConfinable }

    package var json: JSONValue {
        var annotations: [String: JSONValue] = [
            "title": .string(title), "readOnlyHint": .bool(!changes), "openWorldHint": .bool(changes),
        ]
        if case .changes(let isDestructive, let isIdempotent) = access {
            annotations["destructiveHint"] = .bool(isDestructive)
            annotations["idempotentHint"] = .bool(isIdempotent)
        }
        return [
            "name": .string(name), "title": .string(title), "description": .string(description), "inputSchema": schema,
            "annotations": .object(annotations),
        ]
    }

    private var schema: JSONValue {
        var schema: [String: JSONValue] = [
            "type": "object", "additionalProperties": false,
            "properties": .object(Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.schema) })),
        ]
        let required = parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return .object(schema)
    }

    /// The command for arguments of a client. Each value is one argument of the program that cannot begin an option: it follows
    /// `--name=`, or `--` and all options.
    package func command(_ arguments: [String: JSONValue], _ target: CommandTarget) throws(ToolArgumentError) -> ChildCommand {
        let known = parameters.map(\.name)
        if let unknown = arguments.keys.sorted().first(where: { !known.contains($0) }) { throw .unknown(unknown, known: known) }
        var options = words + target.options(parts)
        var positional: [String] = []
        var omitted: String?
        for parameter in parameters {
            // Some clients send null for what they leave out.
            let value = arguments[parameter.name] ?? .null
            guard value != .null || !parameter.isRequired else { throw .missing(parameter.name) }
            let argument = value == .null ? parameter.defaultArgument(target) : try parameter.argument(value, target)
            guard parameter.placement == .positional else {
                options += argument.map { [$0] } ?? []
                continue
            }
            guard let argument else {
                omitted = omitted ?? parameter.name
                continue
            }
            // It would take the place of the one before.
            if let omitted { throw .missing(omitted) }
            positional.append(argument)
        }
        return ChildCommand(positional.isEmpty ? options : options + ["--"] + positional)
    }
}
