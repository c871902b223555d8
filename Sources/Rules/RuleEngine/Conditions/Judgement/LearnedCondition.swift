import BotConfiguration
import ChatModel
import TextClassification

/// `learned: { model: spam, probability: ">= 0.95" }`: the probability that a text is like those that a model was trained to find.
/// The number is available as `match.score`.
struct LearnedCondition: ParsableCondition {
    static let name = "learned"
    let checks: [FieldCheck]
    /// The model, and the probability from which on the condition holds; `nil` if it has no lower bound.
    let model: ModelSettings
    let threshold: Double?

    private static let maxWords = 3
    /// A text of which the model is surer that it is clean than this needs no explanation, which takes as long as the judgement.
    private static let explainedFrom = 0.1
    /// The influence below which a word is not worth naming.
    private static let minInfluence = 0.05

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        let model = fields.require("model", "The name of a model.").flatMap {
            compilation.configuration.models.item($0, compilation.diagnostics)
        }
        let probability = fields.require("probability", "The probability from 0 to 1, for example `>= 0.95`.").flatMap {
            [fields] in fields.threshold("probability", .ratio, $0)
        }
        if let model, let probability {
            let matcher = WordListMatcher(model.lists, compilation.diagnostics)
            let measured = MeasuredThreshold(threshold: probability) { facts in
                model.classifier?.probability(of: facts.text, hits: matcher.hits(in: facts.text))
            }
            fields.add(
                FieldCheck([probability.part], detailKinds: .score, threshold: measured) { facts in
                    Self.decide(probability.part, model, matcher, probability.comparison, facts)
                })
        }
        guard let checks = fields.finish(), let model, let probability else { return nil }
        self.checks = checks
        self.model = model
        threshold = probability.comparison.lowerBound
    }

    private static func decide(
        _ part: String, _ model: ModelSettings, _ matcher: WordListMatcher, _ comparison: Comparison, _ facts: Facts
    ) -> ConditionResult {
        let hits = matcher.hits(in: facts.text)
        guard let classifier = model.classifier, let probability = classifier.probability(of: facts.text, hits: hits) else {
            return .fails(part, "there is no text")
        }
        let quantity = Quantity.probability(probability)
        let result = comparison.decide(part, quantity, found: MatchDetails(score: quantity.description))
        let isExplained = result.holds || probability >= explainedFrom
        return isExplained ? result.adding(explanation(of: facts.text, hits, by: classifier)) : result
    }

    /// The words and lists with the greatest influence: ` (the list 'rude' +2.9, 'ngu' +1.4; against it 'anh' -0.3)`.
    private static func explanation(of text: String, _ hits: [Bool], by classifier: TextClassifier) -> String {
        let influences = classifier.influences(in: text, hits: hits)
        func list(_ words: some Sequence<TextClassifier.Influence>, _ sign: String) -> String {
            words.prefix(maxWords).map {
                "\($0.isList ? "the list " : "")'\($0.name.prefix(20))' \(sign)\(Quantity.tenths(abs($0.weight)))"
            }.joined(separator: ", ")
        }
        let parts = [
            list(influences.lazy.filter { $0.weight >= minInfluence }, "+"),
            list(influences.lazy.filter { $0.weight <= -minInfluence }, "-"),
        ]
        let shown = [parts[0], parts[1].isEmpty ? "" : "against it \(parts[1])"].filter { !$0.isEmpty }
        return shown.isEmpty ? "" : " (\(shown.joined(separator: "; ")))"
    }
}
