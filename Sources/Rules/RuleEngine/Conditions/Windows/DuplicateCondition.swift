import BotConfiguration
import ChatModel
import PatternMatching

/// `duplicate: { count, within, per, across, similarity, min_length }`: the number of similar recent messages, the current one
/// included. Case, marks, spaces and invisible characters are ignored. The number is available as `match.count`; the messages are
/// the burst that `delete: { scope: burst }` removes.
struct DuplicateCondition: ParsableCondition {
    static let name = "duplicate"
    let checks: [FieldCheck]

    private enum Reach: String, CaseIterable { case channel, clan }

    /// The allowed window lengths. Sketches are larger than counts, so they are kept for a shorter time.
    private static let lengths = Duration.seconds(1)...Duration.seconds(3600)

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        let threshold = fields.require("count", "The number of similar messages, including this one, for example `>= 3`.")
            .flatMap { [fields] in fields.threshold("count", .count, $0) }
        let within = fields.require("within", "The length of the window, for example `2m`; at most one hour.")?.duration(
            in: Self.lengths, diagnostics)
        let per =
            fields.take("per", "The messages to compare: those of the same user (`user`, default) or of all users (`rule`).").map
        {
            SubjectScope($0, diagnostics)
        }
            ?? .user
        let across =
            fields.take("across", "The range of the comparison: `channel` (default) or `clan`.")
            .map { $0.choice(Reach.self, "'channel' or 'clan'", diagnostics) } ?? .channel
        let similarity =
            fields.take("similarity", "The minimum similarity, from 0 to 1 (default: 0.9).")
            .map { $0.number(in: 0.1...1, diagnostics) } ?? 0.9
        let shortest =
            fields.take("min_length", "The minimum length in characters; shorter texts do not match (default: 12).")
            .map { $0.wholeNumber(in: 1...4000, diagnostics) } ?? 12
        if let threshold, let within, let per, let across, let similarity, let shortest {
            let scope: SubjectScope = across == .channel ? .channel : .clan
            let spec = WindowSpec(
                of: .message, within: within / .seconds(1), per: per.subtracting([.channel, .clan]).union(scope),
                minSketchLength: shortest)
            compilation.watch(spec)
            let count = threshold.comparison
            let parts = (count: threshold.part, length: fields.part("min_length"))
            let rest = " in \(Quantity.duration(seconds: spec.within))"
            let meaning = Formula.numbers(.similarMessages(spec, similarity: similarity), count)
            fields.add(
                FieldCheck(
                    [parts.length, parts.count], detailKinds: [.count, .messages, .users], meaning: meaning,
                    threshold: MeasuredThreshold(threshold: threshold, window: spec) { facts in
                        spec.ignores(facts.text) ? nil : Double(Self.alike(facts, spec, similarity).messages.count)
                    }
                ) { facts in
                    guard !spec.ignores(facts.text) else {
                        return .fails(parts.length, "\(facts.text.count) characters are fewer than \(shortest)")
                    }
                    let found = Self.alike(facts, spec, similarity)
                    return count.decide(parts.count, .count(found.messages.count, rest), found: found)
                })
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }

    private static func alike(_ facts: Facts, _ spec: WindowSpec, _ similarity: Double) -> MatchDetails {
        let occurrences = facts.state.occurrences(of: facts.windowSubject(spec.per), for: spec, until: facts.now)
        let own = occurrences.last { $0.message == facts.event.message }?.sketch ?? Shingles(facts.text)
        let alike = occurrences.filter { occurrence in
            occurrence.message == facts.event.message
                || occurrence.sketch.map { Shingles.similarity(own, $0) >= similarity } ?? false
        }
        return MatchDetails(
            count: alike.count, messages: alike.map { MatchDetails.MessageLocation(message: $0.message, channel: $0.channel) },
            users: alike.distinctUsers)
    }
}
