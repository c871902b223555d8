import BotConfiguration
package import BotKit
import ConnectorKit
import Foundation
import Moderation

/// A new bot in a source checkout: its source file, test and fixture, and its lines in the registry and the configuration.
package struct BotScaffold {
    package struct Step: Hashable, Sendable {
        package var path: String
        package var what: String
    }

    package let name: BotName
    /// The files to be written, described for users.
    package let steps: [Step]
    private let changes: FileChanges

    /// Checks that all files can be written, without writing them.
    ///
    /// - Parameters:
    ///   - folder: The directory of `Package.swift`.
    ///   - config: The path of the configuration, absolute or relative to `folder`; `compiled` is its content.
    ///   - channel: A channel's configured name, or `all`; nil for `general`, or the first named channel.
    /// - Throws: `BotScaffoldError`.
    package init(
        _ text: String, in folder: String, config: String, compiled: CompiledConfiguration, channel: String?,
        registry: BotRegistry,
        environment: [String: String]
    ) throws(BotScaffoldError) {
        let name = try BotName(text)
        self.name = name
        let checkout = try SourceCheckout(folder)
        let template = BotTemplate(name: name)
        let new = [
            ("Bots/\(name.type)/\(name.type).swift", template.bot, "the bot"),
            ("Tests/BotsTests/\(name.type)Tests.swift", template.test(), "its test"),
            ("Tests/BotsTests/Fixtures/\(name.identifier).jsonl", template.fixture, "a fixture"),
        ]
        try Self.checkFree(name, checkout, new.map(\.0), compiled, registry)

        let channel = channel ?? Self.defaultChannel(compiled)
        guard channel == "all" || compiled.channel(named: channel) != nil else {
            throw .cannotEdit(
                file: config, why: "names no channel '\(channel)'", add: "\(name.identifier): { enabled_in: [\(channel)] }")
        }
        let registryBefore = try checkout.text(of: RegistryText.file, toAdd: "\(name.type).self,")
        let configBefore = try checkout.text(of: config, toAdd: "\(name.identifier): { enabled_in: [\(channel)] }")
        let configAfter = try ConfigText.adding(name, in: channel, to: configBefore, file: config)
        guard
            compiled.botNames(with: configAfter, environment) == compiled.configuration.enabledBots.map(\.name) + [
                name.identifier
            ]
        else {
            throw .cannotEdit(
                file: config, why: "lists its bots in an unsupported form",
                add: "\(name.identifier): { enabled_in: [\(channel)] }")
        }
        steps =
            new.map { Step(path: $0.0, what: $0.2) } + [
                Step(path: RegistryText.file, what: "+ \(name.type).self"),
                Step(path: config, what: "+ \(name.identifier), enabled in \(channel == "all" ? "all channels" : "#\(channel)")"),
            ]
        func change(_ path: String, _ text: String, _ before: String? = nil) -> FileChanges.Change {
            FileChanges.Change(path: path, file: checkout.file(path), text: text, before: before)
        }
        let registryAfter = try RegistryText.adding(name, to: registryBefore)
        changes = FileChanges(
            changes: new.map { change($0.0, $0.1) } + [
                change(RegistryText.file, registryAfter, registryBefore), change(config, configAfter, configBefore),
            ])
    }

    /// - Throws: `BotScaffoldError`; nothing has been changed in that case.
    package func write() throws(BotScaffoldError) { try changes.write() }

    /// Swift types that bots refer to by name, which a bot of the same name would shadow.
    private static let swiftTypes: Set<String> = [
        "any", "array", "bool", "character", "codable", "data", "date", "decodable", "dictionary", "double", "duration",
        "encodable", "equatable", "error", "float", "hashable", "identifiable", "int", "iterator", "mirror", "never", "optional",
        "range", "regex", "result", "self", "sendable", "sequence", "set", "string", "substring", "task", "timezone", "type",
        "unicode", "url", "uuid", "void", "bots", "botkit", "foundation", "testing", "swift", "mezontesting", "synchronization",
    ]

    /// Checks the name and the folder, before anything is read.
    package static func verify(_ text: String, in folder: String) throws(BotScaffoldError) {
        try checkAgainstSwift(try BotName(text))
        _ = try SourceCheckout(folder)
    }

    /// Checks a name against those of Swift and of the framework.
    static func checkAgainstSwift(_ name: BotName) throws(BotScaffoldError) {
        if swiftTypes.contains(name.type.lowercased()) { throw .taken(name.type, by: "Swift or a module declares it") }
        if name.identifier == "help" { throw .taken(name.identifier, by: "*help is the framework's own command") }
    }

    private static func checkFree(
        _ name: BotName, _ checkout: SourceCheckout, _ files: [String], _ compiled: CompiledConfiguration, _ registry: BotRegistry
    ) throws(BotScaffoldError) {
        try checkAgainstSwift(name)
        if let file = checkout.declaration(of: name.type) { throw .taken(name.type, by: "\(file) declares it") }
        if registry.names.contains(name.identifier) {
            throw .taken(name.identifier, by: "this build already has a bot of that name")
        }
        if compiled.configuration.enabledBots.contains(where: { $0.name == name.identifier }) {
            throw .taken(name.identifier, by: "the configuration already has a bot of that name")
        }
        for file in files where FileManager.default.fileExists(atPath: checkout.file(file).path) {
            throw .taken(name.type, by: "\(file) exists")
        }
        for bot in registry.bots {
            // A bot that cannot be created with default options has no commands to conflict with.
            let commands = (try? bot.profile(options: .null))?.commands ?? []
            if commands.contains(where: { $0.answers(to: name.identifier) }) {
                throw .taken(name.identifier, by: "the bot '\(bot.manifest.name)' has a command *\(name.identifier)")
            }
        }
    }

    private static func defaultChannel(_ compiled: CompiledConfiguration) -> String {
        let channels = compiled.configuration.names.all.filter { $0.kind == .channels }.map(\.name)
        return channels.contains("general") ? "general" : channels.first ?? "all"
    }
}

extension CompiledConfiguration {
    /// The names of the bots, in file order, after replacing the text of the root file.
    fileprivate func botNames(with text: String, _ environment: [String: String]) -> [String]? {
        var texts = files.texts
        texts[files.root] = text
        return ConfigurationLoader(environment: environment, formats: connectors.formats, middleware: middlewareNames)
            .load(texts: texts, root: files.root)
            .configuration?.enabledBots.map(\.name)
    }
}
