import Synchronization

/// Collects the answers to several calls and returns them when all have arrived.
final class IRCReplyCollector: Sendable {
    private struct State {
        var answers: [IRCClient.Answer?]
        var missing: Int
        var continuation: CheckedContinuation<[IRCClient.Answer], Never>?
    }

    private let state: Mutex<State>

    init(count: Int, _ continuation: CheckedContinuation<[IRCClient.Answer], Never>) {
        let isEmpty = count == 0
        state = Mutex(
            State(answers: Array(repeating: nil, count: count), missing: count, continuation: isEmpty ? nil : continuation))
        if isEmpty { continuation.resume(returning: []) }
    }

    /// Records an answer. The first answer at each index counts.
    func record(_ answer: IRCClient.Answer, at index: Int) {
        let (continuation, answers) = state.withLock {
            state -> (CheckedContinuation<[IRCClient.Answer], Never>?, [IRCClient.Answer]) in
            guard state.answers.indices.contains(index), state.answers[index] == nil else { return (nil, []) }
            state.answers[index] = answer
            state.missing -= 1
            guard state.missing == 0 else { return (nil, []) }
            return (state.continuation.take(), state.answers.compactMap(\.self))
        }
        continuation?.resume(returning: answers)
    }
}
