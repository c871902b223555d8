import BotConfiguration

/// `flood: { of, count, within, per }`: the amount of a measure in a recent window up to and including this event, by the
/// timestamps of the events. The amount is available as `match.count`; the messages are the burst that `delete: { scope: burst }`
/// removes, and the users the one that `kick: { to: burst }` removes.
struct FloodCondition: ParsableCondition {
    static let name = "flood"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        let of =
            fields.take(
                "of", "The measure: message (default), mention, link, attachment, emoji, line, char, reaction or join."
            )
            .map { $0.choice(WindowSpec.Measure.self, "a measure", diagnostics) } ?? .message
        let threshold = fields.require("count", "The amount, for example `> 6`.").flatMap { [fields] in
            fields.threshold("count", .count, $0)
        }
        let within = fields.require("within", "The length of the window, for example `8s`; at most one day.")?.duration(
            in: WindowSpec.lengths, diagnostics)
        let usual: SubjectScope? = of == .join ? .clan : [.user, .channel]
        let per =
            fields.take("per", "The scope: user, channel, clan, or a sum (default: user+channel; of joins, clan).").map {
                SubjectScope($0, diagnostics)
            } ?? usual
        if let of, let threshold, let within, let per {
            let spec = WindowSpec(of: of, within: within / .seconds(1), per: per)
            compilation.watch(spec)
            let (part, count) = (threshold.part, threshold.comparison)
            let rest = " in \(Quantity.duration(seconds: spec.within))"
            fields.add(
                FieldCheck(
                    [part], detailKinds: of == .join ? [.count, .users] : [.count, .messages, .users],
                    meaning: .numbers(.amount(spec), count),
                    threshold: MeasuredThreshold(threshold: threshold, window: spec) { Double(Self.counted($0, spec).sum) }
                ) { facts in
                    let (counted, sum) = Self.counted(facts, spec)
                    // A reaction is not part of a burst: deleting the message it was added to would be wrong.
                    func burst() -> [MatchDetails.MessageLocation] {
                        of == .reaction || of == .join
                            ? [] : counted.map { MatchDetails.MessageLocation(message: $0.message, channel: $0.channel) }
                    }
                    return count.decide(
                        part, .count(sum, rest), found: MatchDetails(count: sum, messages: burst(), users: counted.distinctUsers))
                })
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }

    /// The occurrences in the window up to an event, and what they amount to.
    private static func counted(_ facts: Facts, _ spec: WindowSpec) -> (ArraySlice<SlidingWindows.Occurrence>, sum: Int) {
        let counted = facts.state.occurrences(of: facts.windowSubject(spec.per), for: spec, until: facts.now)
        return (counted, counted.reduce(0) { $0 + $1.amount })
    }
}
