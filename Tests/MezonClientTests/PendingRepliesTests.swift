import Testing

@testable import MezonClient

@Suite struct PendingRepliesTests {
    @Test func `request ids start at one, wrap after sixteen bits and are never zero`() {
        var table = PendingReplies<Int>(limit: 10)
        var ids: [UInt16] = []
        for number in 0..<65537 {
            guard let cid = table.insert(number, deadline: .zero) else { continue }
            ids.append(cid)
            #expect(table.remove(cid) == number)
        }
        #expect(Array(ids.prefix(2)) == [1, 2])
        #expect(Array(ids.suffix(3)) == [65535, 1, 2])
        #expect(!ids.contains(0))
    }

    @Test func `a request id in use is skipped`() {
        var table = PendingReplies<String>(limit: 10)
        #expect(table.insert("patient", deadline: .zero) == 1)
        for _ in 0..<65534 { _ = table.insert("quick", deadline: .zero).flatMap { table.remove($0) } }
        #expect(table.insert("after the wrap", deadline: .zero) == 2)
    }

    @Test(arguments: [(1, 1), (100, 100), (1_000_000, 65535), (0, 1)])
    func `the number of pending requests is limited`(limit: Int, expected: Int) {
        var table = PendingReplies<Int>(limit: limit)
        let taken = (0...expected).map { table.insert($0, deadline: .zero) }
        #expect(taken.count { $0 != nil } == expected)
        #expect(taken.last == .some(nil))
        #expect(table.count == expected)
    }

    @Test func `only overdue requests expire, and only once`() {
        var table = PendingReplies<String>(limit: 10)
        for (name, seconds) in [("late", 3), ("early", 1), ("middle", 2)] { _ = table.insert(name, deadline: .seconds(seconds)) }
        #expect(table.expired(at: .milliseconds(999)).isEmpty)
        #expect(table.expired(at: .seconds(2)).map(\.waiter) == ["early", "middle"])
        #expect(table.expired(at: .seconds(2)).isEmpty)
        #expect(table.removeAll() == ["late"])
        #expect(table.count == 0)
    }

    @Test func `an unknown reply id finds no request`() {
        var table = PendingReplies<Int>(limit: 10)
        #expect(table.remove(7) == nil)
    }
}
