import BotConfig
package import BotKit
import Foundation
import Moderation

/// A new bot in a source checkout: its file, its test, a fixture, its line in the registry and one in the configuration.
package struct BotScaffold {
    package struct Step: Hashable, Sendable {
        package var path: String
        package var what: String
    }

    package let name: BotName
    /// What is written, for a person.
    package let steps: [Step]
    private let changes: FileChanges

    /// Looks whether everything can be written, and writes nothing.
    ///
    /// - Parameters:
    ///   - folder: where `Package.swift` is.
    ///   - config: the configuration, as a path from there or an absolute one; `plan` is what it says.
    ///   - place: a channel by the name that the configuration gives it, or `all`; nil for `general`, or the first that is named.
    /// - Throws: `BotScaffoldError`.
    package init(
        _ text: String, in folder: String, config: String, plan: CompiledConfiguration, place: String?, registry: BotRegistry,
        environment: [String: String]
    ) throws(BotScaffoldError) {
        let name = try BotName(text)
        self.name = name
        let checkout = try SourceCheckout(folder)
        let template = BotTemplate(name: name)
        let new = [
            ("Bots/\(name.type)/\(name.type).swift", template.bot, "the bot"),
            ("Tests/BotsTests/\(name.type)Tests.swift", template.test, "its test"),
            ("Tests/BotsTests/Fixtures/\(name.plugin).jsonl", template.fixture, "a story that it is played in"),
        ]
        try Self.checkFree(name, checkout, new.map(\.0), plan, registry)

        let place = place ?? Self.usualPlace(plan)
        guard place == "all" || plan.channel(named: place) != nil else {
            throw .cannotEdit(
                file: config, why: "names no channel '\(place)'", add: "\(name.plugin): { enabled_in: [\(place)] }")
        }
        let registryBefore = try checkout.text(of: RegistryText.file, toAdd: "\(name.type).self,")
        let configBefore = try checkout.text(of: config, toAdd: "\(name.plugin): { enabled_in: [\(place)] }")
        let configAfter = try ConfigText.adding(name, in: place, to: configBefore, file: config)
        guard plan.plugins(with: configAfter, environment) == plan.configuration.plugins.map(\.name) + [name.plugin] else {
            throw .cannotEdit(
                file: config, why: "has its plugins in a form of its own", add: "\(name.plugin): { enabled_in: [\(place)] }")
        }
        steps =
            new.map { Step(path: $0.0, what: $0.2) } + [
                Step(path: RegistryText.file, what: "+ \(name.type).self"),
                Step(path: config, what: "+ \(name.plugin), on in \(place == "all" ? "all channels" : "#\(place)")"),
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

    /// - Throws: `BotScaffoldError`; nothing was changed then.
    package func write() throws(BotScaffoldError) { try changes.write() }

    /// Types of Swift that other bots use by name: one of ours would stand before them.
    private static let swiftTypes: Set<String> = [
        "any", "array", "bool", "character", "codable", "data", "date", "decodable", "dictionary", "double", "duration",
        "encodable", "equatable", "error", "float", "hashable", "identifiable", "int", "iterator", "mirror", "never", "optional",
        "range", "regex", "result", "self", "sendable", "sequence", "set", "string", "substring", "task", "timezone", "type",
        "unicode", "url", "uuid", "void", "bots", "botkit", "foundation", "testing", "swift", "mezontesting", "synchronization",
    ]

    private static func checkFree(
        _ name: BotName, _ checkout: SourceCheckout, _ files: [String], _ plan: CompiledConfiguration, _ registry: BotRegistry
    ) throws(BotScaffoldError) {
        if swiftTypes.contains(name.type.lowercased()) { throw .taken(name.type, by: "Swift or a module has that name") }
        if let file = checkout.declaration(of: name.type) { throw .taken(name.type, by: "\(file) declares it") }
        if registry.names.contains(name.plugin) { throw .taken(name.plugin, by: "this build has a bot of that name") }
        if plan.configuration.plugins.contains(where: { $0.name == name.plugin }) {
            throw .taken(name.plugin, by: "the configuration has a plugin of that name")
        }
        for file in files where FileManager.default.fileExists(atPath: checkout.file(file).path) {
            throw .taken(name.type, by: "\(file) is there")
        }
        if name.plugin == "help" { throw .taken(name.plugin, by: "*help is the framework's own command") }
        for bot in registry.bots {
            // A bot that cannot be made from its defaults has no commands that could clash.
            let commands = (try? bot.profile(options: .null))?.commands ?? []
            if commands.contains(where: { $0.answers(to: name.plugin) }) {
                throw .taken(name.plugin, by: "the bot '\(bot.manifest.name)' has a command *\(name.plugin)")
            }
        }
    }

    private static func usualPlace(_ plan: CompiledConfiguration) -> String {
        let channels = plan.configuration.names.all.filter { $0.kind == .channels }.map(\.name)
        return channels.contains("general") ? "general" : channels.first ?? "all"
    }
}

extension CompiledConfiguration {
    /// The plugins of its files with another text in the place of the first, by the names in the order of the file.
    fileprivate func plugins(with text: String, _ environment: [String: String]) -> [String]? {
        var texts = files.texts
        texts[files.root] = text
        return ConfigurationLoader(environment: environment).load(texts: texts, root: files.root).configuration?.plugins
            .map(\.name)
    }
}
