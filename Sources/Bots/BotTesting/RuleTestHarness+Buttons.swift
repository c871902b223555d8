import ChatModel
import Storage

extension RuleTestHarness {
    /// Returns candidates for component ids in the latest deliveries: words in components, many of which are no ids.
    package func buttons() async throws -> [String] {
        let reader = try store.reader
        let last = try await reader.lastSequence()
        let deliveries = try await reader.lines(after: max(0, last - 200), limit: 200).flatMap(\.deliveries)
        return deliveries.flatMap { delivery -> [String] in
            guard let draft = delivery.outgoing?.draft else { return [] }
            return JSONValue.object(draft.content.extras).texts.filter { !$0.contains(" ") && $0.count < 100 }.sorted()
        }
    }
}
