package import ChatModel

/// A parameter of a tool, and the argument of a command that it becomes.
package struct ToolParameter: Hashable, Sendable {
    /// The values that a parameter accepts.
    package enum Kind: Hashable, Sendable {
        case text
        case integer(ClosedRange<Int64>)
        case flag
        /// A YAML file in the folder of the configuration, and the value without one.
        case configurationFile
    }

    /// The form of the argument.
    package enum Placement: Hashable, Sendable {
        case option(String)
        /// An argument without a name, which follows `--`.
        case positional
    }

    package static let maxTextLength = 1000

    package let name: String
    package let description: String
    package let kind: Kind
    package let placement: Placement
    package let isRequired: Bool

    package init(_ name: String, _ description: String, _ kind: Kind, _ placement: Placement, isRequired: Bool = false) {
        self.name = name
        self.description = description
        self.kind = kind
        self.placement = placement
        self.isRequired = isRequired
    }

    package var schema: JSONValue {
        var members: [String: JSONValue] = ["description": .string(description)]
        switch kind {
        case .text, .configurationFile:
            members["type"] = "string"
            members["minLength"] = 1
            members["maxLength"] = .integer(Int64(Self.maxTextLength))
        case .integer(let range):
            members["type"] = "integer"
            members["minimum"] = .integer(range.lowerBound)
            members["maximum"] = .integer(range.upperBound)
        case .flag: members["type"] = "boolean"
        }
        return .object(members)
    }

    /// The argument for a value; nil for a flag that is not set.
    func argument(_ value: JSONValue, _ target: CommandTarget) throws(ToolArgumentError) -> String? {
        let text: String
        switch (kind, value) {
        case (.flag, .bool(false)): return nil
        case (.flag, .bool(true)):
            guard case .option(let option) = placement else { return nil }
            return option
        case (.text, .string(let string)): text = try checked(string)
        case (.configurationFile, .string(let string)):
            guard let path = ConfigurationFolder(of: target.configuration).path(of: try checked(string)) else {
                throw .notAConfigurationFile(name)
            }
            text = path
        case (.integer(let range), _):
            guard let integer = Self.integer(value), range.contains(integer) else { throw .notAnInteger(name, range) }
            text = "\(integer)"
        case (.flag, _): throw .wrongType(name, "true or false")
        case (.text, _), (.configurationFile, _): throw .wrongType(name, "a string")
        }
        return switch placement {
        case .option(let option): "\(option)=\(text)"
        case .positional: text
        }
    }

    /// The argument of a parameter that the client has left out; nil if there is none.
    func defaultArgument(_ target: CommandTarget) -> String? {
        guard kind == .configurationFile, case .option(let option) = placement else { return nil }
        return "\(option)=\(target.configuration)"
    }

    private func checked(_ text: String) throws(ToolArgumentError) -> String {
        guard !text.isEmpty, text.unicodeScalars.count <= Self.maxTextLength else {
            throw .wrongLength(name, Self.maxTextLength)
        }
        // The system would cut the argument there.
        guard !text.utf8.contains(0) else { throw .zeroByte(name) }
        return text
    }

    /// The value of `5` and `5.0`, which JSON Schema both counts as integers.
    private static func integer(_ value: JSONValue) -> Int64? {
        switch value {
        case .integer(let integer): integer
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }
}

/// An argument that a tool does not accept.
package enum ToolArgumentError: Error, Hashable, CustomStringConvertible {
    case unknown(String, known: [String])
    case missing(String)
    case wrongType(String, String)
    case wrongLength(String, Int)
    case notAnInteger(String, ClosedRange<Int64>)
    case zeroByte(String)
    case notAConfigurationFile(String)

    package var description: String {
        switch self {
        case .unknown(let name, let known):
            "there is no argument '\(name.prefix(80))'; \(known.isEmpty ? "the tool has none" : "known: " + known.joined(separator: ", "))"
        case .missing(let name): "the argument '\(name)' is missing"
        case .wrongType(let name, let type): "the argument '\(name)' must be \(type)"
        case .wrongLength(let name, let limit): "the argument '\(name)' must have 1 to \(limit) characters"
        case .notAnInteger(let name, let range):
            "the argument '\(name)' must be an integer from \(range.lowerBound) to \(range.upperBound)"
        case .zeroByte(let name): "the argument '\(name)' must not contain U+0000"
        case .notAConfigurationFile(let name):
            "the argument '\(name)' must be the path of a .yaml file within the folder of the configuration"
        }
    }
}
