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
    }

    /// The path of the configuration.
    package let configuration: String
    package let data: String
    package let keyFile: String?

    package init(configuration: String, data: String, keyFile: String? = nil) {
        self.configuration = configuration
        self.data = data
        self.keyFile = keyFile
    }

    func options(_ parts: [Part]) -> [String] {
        parts.flatMap { part in
            switch part {
            case .configuration: ["--config=\(configuration)"]
            case .data: ["--data=\(data)"]
            case .key: keyFile.map { ["--encryption-key=\($0)"] } ?? []
            }
        }
    }
}
