import BotConfiguration
import ChatModel

/// `run: { bot, command, args }`: passes the message to a bot of this application, as if its author had written that command.
struct RunAction: ParsableAction {
    static let name = "run"

    private let bot: String
    private let command: Template
    private let arguments: [(name: String?, value: Template)]

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        compilation.rejectInQuestion(keyword)
        guard let argument = keyword.argument(diagnostics), var map = MapReader(argument, "'run'", diagnostics) else {
            return nil
        }
        let before = diagnostics.errors
        let botNode = map.take("bot", "A bot of 'bots'.")
        let command = map.require("command", "The bot's command, with or without the prefix.").flatMap {
            Template($0, compilation)
        }
        arguments =
            map.take("args", "The arguments: a text, a list, or a map written as name=value.")
            .map { Self.arguments($0, compilation) } ?? []
        if let node = map.take("save_as", "Not supported: a bot replies after the rule has been evaluated.") {
            diagnostics.error(
                "not-yet-known", "a bot's reply is not known when the rule is evaluated", at: node.position,
                suggestion: "let the bot send the reply itself, or trigger another rule with a signal")
        }
        map.finish()
        let without = compilation.triggers.subtracting([.message, .command])
        if !without.isEmpty {
            diagnostics.error(
                "nothing-to-act-on", "'run' needs a new message: use the trigger 'message' or 'command'", at: keyword.position)
        }
        if compilation.hasWaited {
            diagnostics.error(
                "too-late", "a bot receives a message when it arrives, not after a wait", at: keyword.position,
                suggestion: "put it before 'wait'")
        }
        let bot = botNode.flatMap { Self.bot($0, compilation) }
        if botNode == nil {
            diagnostics.error("missing-key", "'run' needs the key 'bot'", at: argument.position, suggestion: "add bot: …")
        }
        guard diagnostics.errors == before, let bot, let command else { return nil }
        self.bot = bot
        self.command = command
    }

    private static func bot(_ node: ConfigNode, _ compilation: CompilationContext) -> String? {
        guard let name = node.text(compilation.diagnostics) else { return nil }
        let names = compilation.configuration.enabledBots.map(\.name)
        guard names.contains(name) else {
            compilation.diagnostics.unknownWord(
                name, at: node.position, code: "unknown-bot", message: "bot '\(name)' is not enabled under 'bots'",
                candidates: names)
            return nil
        }
        return name
    }

    private static func arguments(_ node: ConfigNode, _ compilation: CompilationContext) -> [(name: String?, value: Template)] {
        if node.isMap(compilation.diagnostics) {
            return node.named("'args'", compilation.diagnostics).compactMap { entry in
                Template(entry.value, compilation).map { (entry.key, $0) }
            }
        }
        let items = node.list(orSingle: true, compilation.diagnostics) ?? []
        return items.compactMap { item in Template(item, compilation).map { (nil, $0) } }
    }

    func sends(to channel: ChannelID) -> Bool { true }

    func perform(_ context: inout ActionContext) {
        let prefix = context.policy.prefix
        let command = command.text(context)
        let words = arguments.map { argument in
            let value = argument.value.text(context)
            return argument.name.map { "\($0)=\(value)" } ?? value
        }
        let line = ([command.hasPrefix(prefix) ? command : prefix + command] + words).filter { !$0.isEmpty }.joined(
            separator: " ")
        context.request(.run(bot: bot, command: line))
    }
}
