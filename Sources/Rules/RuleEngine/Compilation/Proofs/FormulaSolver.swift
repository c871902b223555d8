/// Finds the ways in which formulas can hold.
enum FormulaSolver {
    /// The maximum number of ways that are told apart. A formula with more is not judged.
    static let maxCubes = 64
    /// The maximum number of requirements in a formula that is judged.
    static let maxLiterals = 64

    /// Returns the ways in which a formula can hold within others; empty if there is none, and `nil` if there are too many.
    static func cubes(of formula: Formula, within cubes: [Cube] = [Cube()]) -> [Cube]? {
        formula.literals <= maxLiterals ? extend(cubes, with: formula)?.filter(\.isPossible) : nil
    }

    /// Returns whether no event meets a formula; `false` if that is not known.
    static func refutes(_ formula: Formula, within cubes: [Cube] = [Cube()]) -> Bool {
        self.cubes(of: formula, within: cubes)?.isEmpty ?? false
    }

    /// Returns whether no event meets a formula whose text has neither spaces around it nor invisible characters.
    static func refutesForVisibleText(_ formula: Formula) -> Bool {
        cubes(of: formula).map { !$0.contains(where: \.isPossibleForVisibleText) } ?? false
    }

    /// Returns whether a formula holds for every event.
    static func proves(_ formula: Formula) -> Bool { refutes(formula.negated) }

    private static func extend(_ cubes: [Cube], with formula: Formula) -> [Cube]? {
        switch formula {
        case .literal(let feature, let restriction): return cubes.compactMap { $0.adding(feature, restriction) }
        case .unknown: return cubes
        case .all(let parts):
            var rest = cubes
            // Alternatives last: what they are multiplied with is smaller then.
            for part in parts.filter({ !$0.isAlternative }) + parts.filter(\.isAlternative) {
                guard !rest.isEmpty else { return [] }
                guard let next = extend(rest, with: part) else { return nil }
                rest = next
            }
            return rest
        case .any(let parts):
            var sum: [Cube] = []
            for part in parts {
                guard let found = extend(cubes, with: part), sum.count + found.count <= maxCubes else { return nil }
                sum += found
            }
            return sum
        }
    }
}

extension Formula {
    /// The number of requirements.
    fileprivate var literals: Int {
        switch self {
        case .literal: 1
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.literals }
        case .unknown: 0
        }
    }

    /// A Boolean value that indicates whether there are several ways in which the formula holds.
    fileprivate var isAlternative: Bool { if case .any = self { true } else { false } }
}
