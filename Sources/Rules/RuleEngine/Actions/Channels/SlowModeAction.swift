import BotConfiguration
import ChatModel

/// `slow_mode: { every: 30s, for: 1h, channel }`: a user writes at most once in an interval for a while. The rules keep it: they
/// delete what comes sooner. `slow_mode: off` ends it.
struct SlowModeAction: ParsableAction {
    static let name = "slow_mode"
    let needs: Set<PermissionRequirement> = [.deleteMessage]

    private enum Setting: Hashable {
        case off
        case on(every: Duration, length: Duration)
    }

    private let setting: Setting
    private let place: ChannelArgument

    var isSanction: Bool { setting != .off }

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard let argument = keyword.argument(diagnostics) else { return nil }
        guard !argument.isWord("off", diagnostics) else {
            guard let place = ChannelArgument(nil, keyword, compilation) else { return nil }
            self.setting = .off
            self.place = place
            return
        }
        compilation.requirements.restrictsChannels = true
        guard var map = MapReader(argument, "'slow_mode'", diagnostics) else { return nil }
        let every = map.require("every", "The time between two messages of a user, for example `30s`.")
        let length = map.require("for", "The duration, for example `1h`.")?.duration(diagnostics)
        let interval = every?.duration(diagnostics)
        let place = ChannelArgument(map.take("channel", "`here` (the default), or a channel."), keyword, compilation)
        map.finish()
        guard let every, let interval, let length, let place else { return nil }
        guard interval < length, interval >= .seconds(1) else {
            diagnostics.error(
                "contradiction", "the interval of slow mode is at least a second and shorter than its duration",
                at: every.position,
                suggestion: "write { every: 30s, for: 1h }")
            return nil
        }
        self.setting = .on(every: interval, length: length)
        self.place = place
    }

    func perform(_ context: inout ActionContext) {
        guard let channel = place.channel(&context) else { return }
        let key = ChannelRestriction.Kind.slowMode.key(channel)
        switch setting {
        case .off: context.change(key, .forget)
        case .on(let interval, let length):
            context.change(
                key,
                .set(
                    ChannelRestriction.entry(
                        by: context.rule.id, from: context.facts.now, for: length, interval: interval)))
        }
    }
}
