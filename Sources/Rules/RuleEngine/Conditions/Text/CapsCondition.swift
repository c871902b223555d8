import BotConfiguration

/// `caps: { ratio: ">= 0.8", min_letters: 20 }`: the share of capital letters in a text. Only letters that have two cases count.
struct CapsCondition: ParsableCondition {
    static let name = "caps"
    let checks: [FieldCheck]

    private static let defaultMinLetters = 8  // Letters: in a shorter text an abbreviation can be most of it.

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        let fewest =
            fields.take("min_letters", "The minimum number of letters; shorter texts do not match (default: 8).")
            .map { $0.wholeNumber(in: 1...10_000, compilation.diagnostics) ?? Self.defaultMinLetters } ?? Self.defaultMinLetters
        let threshold = fields.require("ratio", "The share of capital letters, for example `>= 0.8`.")
            .flatMap { [fields] in fields.threshold("ratio", .ratio, $0) }
        let parts = (fewest: fields.part("min_letters"), ratio: fields.part("ratio"))
        if let threshold {
            let ratio = threshold.comparison
            let measured = MeasuredThreshold(threshold: threshold) { facts in
                let (capitals, letters) = facts.text.letters
                return letters < fewest ? nil : Double(capitals) / Double(letters)
            }
            fields.add(
                FieldCheck(
                    [parts.fewest, parts.ratio], meaning: .capitals(ratio, ofAtLeast: fewest), threshold: measured
                ) { facts in
                    let (capitals, letters) = facts.text.letters
                    guard letters >= fewest else { return .fails(parts.fewest, "\(letters) letters are fewer than \(fewest)") }
                    return ratio.decide(parts.ratio, .ratio(Double(capitals) / Double(letters), " of \(letters) letters"))
                })
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}

extension Formula {
    fileprivate static func capitals(_ ratio: Comparison, ofAtLeast fewest: Int) -> Formula {
        .all([.numbers(.letters, .atLeast(Double(fewest))), .numbers(.capitalShare, ratio)])
    }
}

extension String {
    /// The number of letters that have two cases, and how many of them are capitals.
    var letters: (capitals: Int, all: Int) {
        unicodeScalars.reduce(into: (0, 0)) { counts, scalar in
            if scalar.properties.isUppercase {
                counts.0 += 1
                counts.1 += 1
            } else if scalar.properties.isLowercase, scalar.properties.changesWhenUppercased {
                counts.1 += 1
            }
        }
    }
}
