import Testing

@testable import TextFolding

@Suite struct UInt64SetTests {
    @Test(arguments: [0, 1, 7, 8, 9, 1000])
    func `a set contains its numbers and no others`(count: UInt64) {
        let numbers = Set((0..<count).map { $0 &* 0x1234_5678_9ABC_DEF1 })
        let set = UInt64Set(numbers)
        for number in numbers { #expect(set.contains(number)) }
        for number in (0..<UInt64(1000)).map({ $0 &* 0x1234_5678_9ABC_DEF1 &+ 1 }) {
            #expect(set.contains(number) == numbers.contains(number))
        }
        #expect(set.contains(0) == (count > 0))
    }

    @Test func `numbers that share a slot are told apart`() {
        // The last slots, which continue at the first.
        let inverse: UInt64 = 0xF1DE_83E1_9937_733D
        let numbers = Set((0..<UInt64(4)).map { ($0 &- 8) &* inverse })
        let set = UInt64Set(numbers)
        #expect(numbers.allSatisfy(set.contains))
        #expect(!set.contains((UInt64(4) &- 8) &* inverse))
    }
}
