import BotTesting
import ChatModel
import Testing

@testable import Storage

@Suite struct LatestVersionsTests {
    private var versions = LatestVersions()

    private static func entry(_ sequence: Int64, of message: MessageID) -> Entry {
        Entry(.make(.make(in: .general, id: message)), as: sequence)
    }

    private func last(of message: MessageID, before sequence: Int64) -> Int64? {
        versions.last(of: message, in: .general, before: sequence)?.sequence
    }

    @Test mutating func `the last version before an entry is found`() {
        versions.add([Self.entry(1, of: 7), Self.entry(2, of: 8), Self.entry(3, of: 7)])
        #expect(last(of: 7, before: 4) == 3)
        #expect(last(of: 7, before: 3) == 1)
        #expect(last(of: 7, before: 1) == nil)
        #expect(versions.last(of: 7, in: .random, before: 4) == nil)
    }

    @Test mutating func `entries that are added again replace themselves`() {
        versions.add([Self.entry(1, of: 7)])
        versions.add([Self.entry(5, of: 9)])
        versions.add([Self.entry(1, of: 7), Self.entry(2, of: 8)])
        #expect(last(of: 9, before: 10) == 5)
        versions.remove(through: 1)
        #expect(last(of: 7, before: 10) == nil)
        #expect(last(of: 8, before: 10) == 2)
    }
}
