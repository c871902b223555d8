import BotConfiguration

extension UnansweredTrigger {
    /// Takes its keys out of a map that may have other keys.
    init?(_ map: inout MapReader, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        let what =
            map.take("what", "The event that needs an answer: `mention` (the default), `question` or `message`.").map {
                $0.choice(Subject.self, "an event that needs an answer", diagnostics)
            } ?? .mention
        let after = map.require("after", "The time to answer, for example `25m`.")?.duration(diagnostics)
        clock = map.take("clock", "A calendar; only its open hours count.").flatMap { compilation.clock($0) }
        let answers = map.take(
            "resolved_by",
            "The events that count as an answer: reply, reaction, message_in_channel (default: all; of a question or message, the first two)."
        )?
        .list(orSingle: true, diagnostics)?.compactMap { $0.choice(Answer.self, "a kind of answer", diagnostics) }
        let cancellations = map.take(
            "cancelled_by",
            "The events that make an answer unnecessary: mention_edited_out, message_deleted, target_on_leave (default: all)."
        )?.list(orSingle: true, diagnostics)?.compactMap { $0.choice(Cancellation.self, "a cancellation reason", diagnostics) }
        guard diagnostics.errors == before, let after, let what else { return nil }
        self.what = what
        self.after = after
        self.answers = Set(answers ?? (what == .mention ? Answer.allCases : [.reply, .reaction]))
        self.cancellations = Set(cancellations ?? Cancellation.allCases)
    }
}
