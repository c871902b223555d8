import ChatModel

extension RuleSet {
    /// The rules that are scored unless others are named: those that a message triggers and that can punish its author.
    package var moderationRules: [String] {
        rules.filter { rule in rule.punishes && rule.triggers.contains { $0.kind == .message } }.map(\.id)
    }

    /// The rules that a message triggers.
    package var messageRules: [String] { rules.filter { rule in rule.triggers.contains { $0.kind == .message } }.map(\.id) }

    /// Evaluates rules for labelled texts, each as the message of a plain member in an empty clan. A text is matched if any of the rules
    /// matches it.
    ///
    /// - Parameters:
    ///   - ids: The rules, by id.
    ///   - worst: The number of mistakes of each kind to return.
    ///   - advance: Called with the number of texts done.
    package func score(_ texts: [LabelledText], rules ids: [String], worst: Int, advance: (Int) -> Void = { _ in }) -> RuleScore {
        let scored = rules.filter { ids.contains($0.id) }
        let alone = scored.map { isolated(with: $0) }
        var score = RuleScore(rules: scored.map(\.id))
        var hits: [RuleScore.Misjudgement] = []
        var misses: [RuleScore.Misjudgement] = []
        var harm: [String: Int] = [:]
        for (index, labelled) in texts.enumerated() {
            score.texts += 1
            if labelled.isBad { score.bad += 1 }
            var judged = RuleScore.Misjudgement(line: labelled.line, text: labelled.text.terminalLine)
            for set in alone {
                guard let outcome = set.outcome(for: labelled.text), outcome.hit else { continue }
                judged.rule = outcome.rule
                judged.reason = outcome.detail.isEmpty ? outcome.part : outcome.detail
                judged.found = outcome.found?.terminalLine
                break
            }
            switch (labelled.isBad, judged.rule != nil) {
            case (true, true): score.truePositives += 1
            case (false, true):
                score.falsePositives += 1
                harm[judged.found?.lowercased() ?? "", default: 0] += 1
                hits.append(judged)
            case (true, false):
                score.falseNegatives += 1
                misses.append(judged)
            case (false, false): break
            }
            advance(index + 1)
        }
        func rank(_ judged: RuleScore.Misjudgement) -> (Int, String, Int) {
            let found = judged.found?.lowercased() ?? ""
            return (-(harm[found] ?? 0), found, judged.line)
        }
        let frequent = harm.filter { !$0.key.isEmpty }.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }
        score.frequentHits = frequent.prefix(10).map { RuleScore.FrequentHit(found: $0.key, texts: $0.value) }
        score.worstHits = Array(hits.sorted { rank($0) < rank($1) }.prefix(worst))
        score.worstMisses = Array(misses.sorted { ($0.text.count, $0.line) < ($1.text.count, $1.line) }.prefix(worst))
        return score
    }

    /// Returns the outcome of the only rule of an isolated set for a message with a text.
    private func outcome(for text: String) -> RuleEvaluation.Outcome? {
        var given = RuleTestInput()
        given.text = text
        let test = RuleTest(name: "", given: given, expected: RuleTestExpectation(hit: true), position: rules[0].position)
        return RuleTestRunner(set: self, rule: rules[0], test: test).outcome()
    }
}
