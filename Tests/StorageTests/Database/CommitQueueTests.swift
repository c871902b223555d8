import Testing

@testable import Storage

@Suite struct CommitQueueTests {
    private var queue = CommitQueue(after: 0)

    private static func write(_ id: Int, decides entries: Int? = nil, atMost limit: Int? = nil) -> QueuedWrite {
        let prepare: @Sendable (WriteDecisions, Int64) -> Void = { _, _ in }
        return QueuedWrite(
            id: id, entries: entries ?? 0, appendLimit: limit, prepare: entries == nil ? nil : prepare, run: { _ in },
            finish: { _ in })
    }

    private mutating func next(after sequence: Int64) -> (prepare: Int?, after: Int64?, perform: [Int]) {
        switch queue.next(after: sequence, maxWrites: 10, maxEntries: 100) {
        case .prepare(let write, let start): (write.id, start, [])
        case .perform(let batch): (nil, nil, batch.map(\.id))
        }
    }

    @Test mutating func `a write is prepared before it is performed, and the next one during that`() {
        queue.add([Self.write(1, decides: 5), Self.write(2, decides: 7)])
        var step = next(after: 40)
        #expect(step.prepare == 1)
        #expect(step.after == 40)
        queue.waiting[0].decisions.prepared(after: 40, through: 46)
        step = next(after: 40)
        #expect(step.perform == [1])
        #expect(queue.nextToPrepare()?.write.id == 2)
        #expect(queue.nextToPrepare()?.after == 46)
        queue.waiting[0].decisions.prepared(after: 46, through: 53)
        #expect(queue.nextToPrepare()?.write.id == nil)
        queue.end(after: 46)
        step = next(after: 46)
        #expect(step.perform == [2])
    }

    @Test mutating func `prepared writes share a transaction up to the limit of entries`() {
        queue.add((1...3).map { Self.write($0, decides: 40) })
        for write in queue.waiting { write.decisions.prepared(after: 0, through: 0) }
        let batches = [next(after: 0).perform, next(after: 0).perform]
        #expect(batches == [[1, 2], [3]])
    }

    @Test mutating func `writes that append a known number of entries leave room for them`() {
        queue.add([Self.write(1, atMost: 0), Self.write(2, atMost: 3), Self.write(3, decides: 5)])
        #expect(queue.nextToPrepare()?.write.id == 3)
        let step = next(after: 10)
        #expect(step.prepare == 3)
        #expect(step.after == 13)
        queue.waiting[2].decisions.prepared(after: 13, through: 18)
        let batch = next(after: 10).perform
        #expect(batch == [1, 2, 3])
    }

    @Test mutating func `a write behind one that may append any number decides in its transaction`() {
        queue.add([Self.write(1), Self.write(2, decides: 5), Self.write(3, decides: 5)])
        #expect(queue.nextToPrepare()?.write.id == nil)
        let declining = queue.waiting[1].decisions
        let batch = next(after: 0).perform
        #expect(batch == [1, 2, 3], "those behind it are not prepared either")
        #expect(declining.preparation == .declined)
        #expect(queue.waiting.isEmpty)
        queue.add([Self.write(4, decides: 5)])
        #expect(queue.nextToPrepare()?.write.id == nil, "how many entries they append is known at their end")
        queue.end(after: 9)
        #expect(queue.nextToPrepare()?.after == 9)
    }

    @Test mutating func `postponed writes keep their order and their sequences`() {
        queue.add([Self.write(1, decides: 5), Self.write(2, decides: 5)])
        queue.waiting[0].decisions.prepared(after: 0, through: 5)
        let batch = next(after: 0).perform
        #expect(batch == [1])
        queue.postpone(queue.running, after: 5)
        #expect(queue.waiting.map(\.id) == [1, 2])
        #expect(queue.nextToPrepare()?.after == 5)
        queue.postpone([], after: 9)
        queue.add([Self.write(3, atMost: 1)])
        #expect(queue.nextToPrepare()?.after == 5, "a prepared write keeps its sequences")
    }

    @Test mutating func `a write that has decided keeps its place when its caller is cancelled`() {
        queue.add([Self.write(1, decides: 5), Self.write(2)])
        queue.waiting[0].decisions.keep(Turn(sequence: 1, trace: Trace()))
        let givenUp = queue.giveUp([1, 2])
        #expect(givenUp.map(\.id) == [1, 2])
        #expect(queue.waiting.map(\.id) == [1])
    }
}
