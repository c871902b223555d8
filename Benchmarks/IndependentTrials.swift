import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Trials of which none depends on another: each has stores of its own.
enum IndependentTrials {
    /// Keeps the files of this process in memory where the system allows it. A store has thousands of commits in each second of such a
    /// trial, and none has to survive the machine.
    static func keepFilesInMemory() {
        if access("/dev/shm", W_OK) == 0 { setenv("TMPDIR", "/dev/shm", 0) }
    }

    /// Runs a trial for each input, twice as many at once as there are cores, because each waits for its commits.
    ///
    /// - Returns: The results, in the order of the inputs.
    static func results<Input: Sendable, Result: Sendable>(
        of inputs: [Input], trial: @escaping @Sendable (Input) async throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            var results: [Int: Result] = [:]
            var waiting = inputs.enumerated().makeIterator()
            func startNext() {
                guard let (number, input) = waiting.next() else { return }
                group.addTask { (number, try await trial(input)) }
            }
            for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount { startNext() }
            while let (number, result) = try await group.next() {
                results[number] = result
                startNext()
            }
            return results.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}
