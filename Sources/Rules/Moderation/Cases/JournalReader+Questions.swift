package import RuleEngine
package import Storage

extension JournalReader {
    /// Returns the questions to moderators that wait for an answer, in the order in which they were asked.
    package func openQuestions() async throws -> [OpenQuestion] {
        try await ruleState(ofKind: "question").compactMap { OpenQuestion(name: $0.key.name, value: $0.value) }
            .sorted { ($0.askedAt, $0.name) < ($1.askedAt, $1.name) }
    }
}
