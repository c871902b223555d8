import BotConfig
import TextMatching

/// Reads the fields of `text`, and whatever looks at a text like it.
struct TextFieldReader {
    private let folds: FoldSet
    private let compilation: Compilation

    init(folds: FoldSet, _ compilation: Compilation) {
        self.folds = folds
        self.compilation = compilation
    }

    /// `fold: [case, marks]`. Without it, whatever people do not tell apart: case, marks and invisible characters.
    static func folds(_ node: ConfigNode?, _ findings: Findings) -> FoldSet {
        guard let items = node?.list(findings) else { return .plain }
        return FoldSet(items.compactMap { $0.choice(Fold.self, "a fold", code: "unknown-fold", findings) })
    }

    func needles(_ node: ConfigNode, _ fit: Needle.Fit) -> [Probe] {
        texts(node).compactMap { item, text in
            let probe = compilation.scanner.add(Needle(text, folds: folds, fit: fit))
            if probe == nil {
                compilation.findings.error(
                    "nothing-to-find", "nothing is left of '\(text)' after folding (\(folds))", at: item.place)
            }
            return probe
        }
    }

    func patterns(_ node: ConfigNode) -> [Probe] {
        texts(node).compactMap { item, text in
            do throws(PatternProblem) {
                return compilation.scanner.add(try Pattern(text, folds: folds))
            } catch {
                compilation.findings.error(
                    error.code.rawValue, error.message,
                    at: item.place(ofScalarAt: error.offset, length: error.length), suggestion: error.suggestion)
                return nil
            }
        }
    }

    private func texts(_ node: ConfigNode) -> [(ConfigNode, String)] {
        guard let items = node.list(orSingle: true, compilation.findings) else { return [] }
        if items.isEmpty { compilation.findings.error("missing-value", "this list is empty", at: node.place) }
        return items.compactMap { item in item.text(compilation.findings).map { (item, $0) } }
    }
}
