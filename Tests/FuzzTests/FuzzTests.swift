import Testing

/// Readers of input from outside survive random input.
struct FuzzTests {
    @Test(.timeLimit(.minutes(2)), arguments: FuzzTarget.allCases)
    func `random input neither traps nor hangs`(target: FuzzTarget) {
        for seed in target.seeds { target.read(seed) }
        var inputs = InputMutator(seed: 1, target.seeds)
        for _ in 0..<target.inputs { target.read(inputs.next()) }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `equal seeds give equal inputs, and changed ones`(target: FuzzTarget) {
        var (one, other) = (InputMutator(seed: 7, target.seeds), InputMutator(seed: 7, target.seeds))
        let inputs = (0..<20).map { _ in one.next() }
        #expect(inputs == (0..<20).map { _ in other.next() })
        #expect(Set(inputs).subtracting(target.seeds).count > 10)
    }
}

extension FuzzTarget {
    /// The number of inputs of a test, which takes a few seconds.
    fileprivate var inputs: Int {
        switch self {
        case .journal: 20  // Each creates a database.
        case .configuration: 50
        default: 400
        }
    }
}
