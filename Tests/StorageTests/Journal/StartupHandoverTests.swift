import Storage
import Testing

struct StartupHandoverTests {
    private struct Item: Numbered, Equatable {
        let number: Int64
        var byteCount: Int { 1 }
    }

    private func items(_ numbers: ClosedRange<Int64>) -> [Item] { numbers.map(Item.init) }

    @Test func `elements handed on during the reading are taken once, at its end`() {
        var handover = StartupHandover<Item>(limit: 10)
        var taken = handover.take(items(3...4))
        #expect(taken == [])
        taken = handover.take(items(5...6))
        #expect(taken == [] && !handover.isOver)
        // The backlog contained the elements up to 4.
        let kept = handover.end(after: 4)
        #expect(kept == items(5...6))
        #expect(handover.isOver)
        taken = handover.take(items(7...8))
        #expect(taken == items(7...8))
    }

    @Test func `the backlog is read again if more elements were handed on than are kept`() {
        var handover = StartupHandover<Item>(limit: 3)
        _ = handover.take(items(1...2))
        _ = handover.take(items(3...4))
        // An element behind a gap is not kept either.
        _ = handover.take(items(5...5))
        var kept = handover.end(after: 2)
        #expect(kept == nil && !handover.isOver)
        _ = handover.take(items(6...6))
        kept = handover.end(after: 5)
        #expect(kept == items(6...6))
    }
}
