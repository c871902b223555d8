import BotConfig
import MezonModel

/// `alert`, `alert: channel`, or `alert: { to: channel, text, embed, buttons }`: tells moderators. Without a text: what, who, where, what was
/// found.
struct AlertAction: ParsableAction {
    static let name = "alert"

    private let channel: AlertDestination
    /// Nil for what we say ourselves.
    private let form: MessageTemplate?
    private let isQuoting: Bool

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        guard let argument = word.value, argument.isMap(compilation.findings) else {
            guard let channel = compilation.alertDestination(word.value, for: word) else { return nil }
            self.channel = channel
            form = nil
            isQuoting = true
            return
        }
        guard var map = MapReader(argument, "'alert'", compilation.findings) else { return nil }
        let channel = compilation.alertDestination(map.take("to", "The channel; that of `moderation` without it."), for: word)
        let (form, isQuoting) = compilation.reading { MessageTemplate(&map, mayBeEmpty: true, compilation) }
        map.finish()
        guard let channel, let form else { return nil }
        self.channel = channel
        self.form = form.isEmpty ? nil : form
        self.isQuoting = isQuoting || form.isEmpty
    }

    var showsIn: [ChannelID] { isQuoting ? channel.channels : [] }

    func perform(_ scene: inout ActionContext) {
        guard let channel = channel.channel(for: &scene) else { return }
        let title = scene.rule.title.isEmpty ? scene.rule.id : scene.rule.title
        // Moderators are told all the same, without what was said.
        let mayQuote = !isQuoting || scene.refusal(toShowIn: channel) == nil
        guard let form, mayQuote else {
            return scene.ask(.send(AlertMessage(scene, title: title, in: channel).draft, to: channel))
        }
        if let draft = form.draft(&scene) { scene.ask(.send(draft, to: channel)) }
    }
}
