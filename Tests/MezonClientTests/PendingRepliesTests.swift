import Testing

@testable import MezonClient

@Suite struct PendingRepliesTests {
    @Test func `request ids start at one, wrap after sixteen bits and are never zero`() {
        var table = PendingReplies<Int>(limit: 10)
        var ids: [UInt16] = []
        for number in 0..<65537 {
            guard let cid = table.insert(number, at: .zero) else { continue }
            ids.append(cid)
            #expect(table.remove(cid) == number)
        }
        #expect(Array(ids.prefix(2)) == [1, 2])
        #expect(Array(ids.suffix(3)) == [65535, 1, 2])
        #expect(!ids.contains(0))
    }

    @Test func `a request id in use is skipped`() {
        var table = PendingReplies<String>(limit: 10)
        #expect(table.insert("patient", at: .zero) == 1)
        for _ in 0..<65534 { _ = table.insert("quick", at: .zero).flatMap { table.remove($0) } }
        #expect(table.insert("after the wrap", at: .zero) == 2)
    }

    @Test(arguments: [(1, 1), (100, 100), (1_000_000, 65535), (0, 1)])
    func `the number of pending requests is limited`(limit: Int, expected: Int) {
        var table = PendingReplies<Int>(limit: limit)
        let taken = (0...expected).map { table.insert($0, at: .zero) }
        #expect(taken.count { $0 != nil } == expected)
        #expect(taken.last == .some(nil))
        #expect(table.count == expected)
    }

    @Test func `only overdue requests expire, and only once`() {
        var table = PendingReplies<String>(limit: 10)
        for (name, seconds) in [("early", 1), ("middle", 2), ("late", 3)] { _ = table.insert(name, at: .seconds(seconds)) }
        func expired(_ milliseconds: Int) -> [String] {
            table.expired(at: .milliseconds(milliseconds), after: .seconds(5), overtaken: .zero).map(\.waiter)
        }
        #expect(expired(5999) == [])
        #expect(expired(7000) == ["early", "middle"])
        #expect(expired(7000) == [])
        #expect(table.removeAll() == ["late"])
        #expect(table.count == 0)
    }

    @Test func `an ordered request expires earlier once a later one is answered`() throws {
        var table = PendingReplies<String>(limit: 10)
        _ = table.insert("call", at: .zero)
        _ = table.insert("first", isOrdered: true, at: .zero)
        let added = table.insert("second", isOrdered: true, at: .milliseconds(10))
        let second = try #require(added)
        _ = table.insert("third", isOrdered: true, at: .milliseconds(20))
        func expired(_ milliseconds: Int) -> [String] {
            table.expired(at: .milliseconds(milliseconds), after: .seconds(10), overtaken: .milliseconds(500)).map(\.waiter)
        }
        #expect(expired(9000) == [])
        #expect(table.remove(second) == "second")
        #expect(expired(499) == [])
        #expect(expired(500) == ["first"])
        #expect(expired(9999) == [])
        #expect(expired(10_020) == ["call", "third"])
    }

    @Test func `a probe is needed only for an ordered request after which none was sent for some time`() throws {
        var table = PendingReplies<String>(limit: 10)
        func needsProbe(_ milliseconds: Int) -> Bool {
            table.needsProbe(at: .milliseconds(milliseconds), after: .milliseconds(300))
        }
        _ = table.insert("call", at: .zero)
        #expect(!needsProbe(1000))
        _ = table.insert("message", isOrdered: true, at: .seconds(1))
        #expect(!needsProbe(1299))
        #expect(needsProbe(1300))
        let added = table.insert("ping", isOrdered: true, at: .milliseconds(1300))
        let ping = try #require(added)
        #expect(!needsProbe(1400))
        _ = table.remove(ping)
        #expect(!needsProbe(5000))
    }

    @Test func `an unknown reply id finds no request`() {
        var table = PendingReplies<Int>(limit: 10)
        #expect(table.remove(7) == nil)
    }
}
