package import ChatModel

/// A text that a client may read, printed by a command.
package struct ServerResource: Hashable, Sendable {
    package let uri: String
    package let title: String
    package let description: String
    package let mediaType: String
    private let words: [String]
    private let parts: [CommandTarget.Part]

    /// A Boolean value that indicates whether a client that is confined to clans may read it.
    var isConfinable: Bool { parts.isConfinable }

    package func command(_ target: CommandTarget) -> ChildCommand { ChildCommand(words + target.options(parts)) }

    package var json: JSONValue {
        [
            "uri": .string(uri), "name": .string(String(uri.split(separator: "/").last ?? "")), "title": .string(title),
            "description": .string(description), "mimeType": .string(mediaType),
        ]
    }

    /// The resources of a bot.
    package static let all = [
        ServerResource(
            uri: "mezon-bot://schema", title: "Schema of the configuration",
            description: "The JSON Schema of config.yaml and of rule files: every key with its description.",
            mediaType: "application/schema+json", words: ["rules", "schema"], parts: []),
        ServerResource(
            uri: "mezon-bot://rules-guide", title: "Guide to rules",
            description: "How rules are written: triggers, conditions, actions, measures and tests, with examples.",
            mediaType: "text/markdown", words: ["rules", "guide"], parts: []),
        ServerResource(
            uri: "mezon-bot://configuration", title: "Active configuration",
            description: "The configuration and rule files that are active in the bot, without secrets.",
            mediaType: "application/yaml", words: ["rules", "show"], parts: [.data, .key]),
    ]
}
