/// A command of the program with its arguments.
package struct ChildCommand: Hashable, Sendable {
    package let arguments: [String]

    package init(_ arguments: [String]) { self.arguments = arguments }
}

/// The bot that a server works with, as options of the program.
package struct CommandTarget: Hashable, Sendable {
    /// An option that names a part of the bot. Each command has some of them.
    package enum Part: Hashable, Sendable {
        case configuration
        case data
        case key
        /// The clans that the command is confined to. Only commands that show nothing else have this option.
        case clans
        /// The assistant program, as the author of a change.
        case author
    }

    /// The path of the configuration.
    package let configuration: String
    package let data: String
    package let keyFile: String?
    /// The ids of the clans that commands see and act in; nil for everything.
    package let clans: [String]?
    /// The name of the assistant program that is recorded as the author of changes; nil for the command line.
    package let assistant: String?

    package init(
        configuration: String, data: String, keyFile: String? = nil, clans: [String]? = nil, assistant: String? = nil
    ) {
        self.assistant = assistant
        self.configuration = configuration
        self.data = data
        self.keyFile = keyFile
        self.clans = clans
    }

    func options(_ parts: [Part]) -> [String] {
        parts.flatMap { part in
            switch part {
            case .configuration: ["--config=\(configuration)"]
            case .data: ["--data=\(data)"]
            case .key: keyFile.map { ["--encryption-key=\($0)"] } ?? []
            case .author: assistant.map { ["--assistant=\($0)"] } ?? []
            case .clans: (clans ?? []).map { "--only-clan=\($0)" }
            }
        }
    }
}

extension [CommandTarget.Part] {
    /// The parts of a command that can be confined to clans.
    static let confinable: Self = [.data, .key, .clans]
    static let confinableChange = confinable + [.author]
    static let change: Self = [.data, .key, .author]

    /// A Boolean value that indicates whether the command can be confined to clans, or shows nothing of a bot.
    var isConfinable: Bool { isEmpty || contains(.clans) }
}
