/// The transition of a service from reading its backlog to taking elements as they become durable.
///
/// While the backlog is read, the elements that are handed on are kept, as far as there are few; those that are both in the backlog and
/// handed on are taken once.
package struct StartupHandover<Element: Numbered>: Sendable {
    private enum Phase {
        case reading(handedOn: [Element], isComplete: Bool)
        case direct
    }

    private var phase = Phase.reading(handedOn: [], isComplete: true)
    private let limit: Int

    /// - Parameter limit: The number of elements that are kept while the backlog is read.
    package init(limit: Int) { self.limit = limit }

    /// A Boolean value that indicates whether the backlog was read.
    package var isOver: Bool { if case .direct = phase { true } else { false } }

    /// Takes elements that are handed on. Returns those to be queued now: none while the backlog is read.
    package mutating func take(_ elements: [Element]) -> [Element] {
        guard case .reading(let handedOn, let isComplete) = phase else { return elements }
        let fits = isComplete && handedOn.count + elements.count <= limit
        phase = .reading(handedOn: fits ? handedOn + elements : [], isComplete: fits)
        return []
    }

    /// Ends the reading of the backlog.
    ///
    /// - Parameter number: The number of the last element that was read.
    /// - Returns: The elements handed on since then. Nil if too many were: the backlog is to be read again.
    package mutating func end(after number: Int64) -> [Element]? {
        guard case .reading(let handedOn, let isComplete) = phase else { return [] }
        guard isComplete else {
            phase = .reading(handedOn: [], isComplete: true)
            return nil
        }
        phase = .direct
        return handedOn.filter { $0.number > number }
    }
}
