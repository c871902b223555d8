import BotConfig
import MezonModel

/// `run: { bot, command, args }`: passes the message to a bot of this application, as if its author had written that command.
struct RunAction: ParsableAction {
    static let name = "run"

    private let bot: String
    private let command: Template
    private let arguments: [(name: String?, value: Template)]

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        compilation.rejectInQuestion(word)
        guard let argument = word.argument(findings), var map = MapReader(argument, "'run'", findings) else { return nil }
        let before = findings.errors
        let botNode = map.take("bot", "A bot of 'plugins'."), pluginNode = map.take("plugin", "The same as 'bot'.")
        let command = map.require("command", "Its command; the prefix may be left out.").flatMap { Template($0, compilation) }
        arguments =
            map.take("args", "What stands behind it: a text, a list, or a map as name=value.")
            .map { Self.arguments($0, compilation) } ?? []
        if let node = map.take("save_as", "Not known yet when a rule decides: a bot answers afterwards."), !findings.isRecording {
            findings.error(
                "not-yet-known", "what a bot answers is known after the rule has decided", at: node.position,
                suggestion: "let the bot say it itself, or set a rule off by a signal")
        }
        map.finish()
        let without = compilation.triggers.subtracting([.message, .command])
        if !without.isEmpty {
            findings.error(
                "nothing-to-act-on", "'run' needs a new message: its trigger is 'message' or 'command'", at: word.place)
        }
        if compilation.hasWaited {
            findings.error(
                "too-late", "a bot is handed a message when it comes, not after a wait", at: word.place,
                suggestion: "put it before 'wait'")
        }
        let bots = [botNode, pluginNode].compactMap(\.self).map { Self.bot($0, compilation) }
        if bots.isEmpty {
            findings.error("missing-key", "'run' needs the key 'bot'", at: argument.position, suggestion: "add bot: …")
        }
        guard findings.errors == before, let bot = bots.first ?? nil, let command else { return nil }
        self.bot = bot
        self.command = command
    }

    private static func bot(_ node: ConfigNode, _ compilation: CompilationContext) -> String? {
        guard let name = node.text(compilation.findings) else { return nil }
        let names = compilation.configuration.plugins.map(\.name)
        guard names.contains(name) else {
            compilation.findings.unknownWord(
                name, at: node.position, code: "unknown-bot", message: "no bot '\(name)' is switched on under 'plugins'",
                candidates: names)
            return nil
        }
        return name
    }

    private static func arguments(_ node: ConfigNode, _ compilation: CompilationContext) -> [(name: String?, value: Template)] {
        if node.isMap(compilation.findings) {
            return node.named("'args'", compilation.findings).compactMap { entry in
                Template(entry.value, compilation).map { (entry.key, $0) }
            }
        }
        let items = node.list(orSingle: true, compilation.findings) ?? []
        return items.compactMap { item in Template(item, compilation).map { (nil, $0) } }
    }

    func perform(_ scene: inout ActionContext) {
        let prefix = scene.policy.prefix
        let command = command.text(scene)
        let words = arguments.map { argument in
            let value = argument.value.text(scene)
            return argument.name.map { "\($0)=\(value)" } ?? value
        }
        let line = ([command.hasPrefix(prefix) ? command : prefix + command] + words).filter { !$0.isEmpty }.joined(
            separator: " ")
        scene.ask(.run(bot: bot, command: line))
    }
}
