import ChatModel
import Testing

@testable import BotKit

struct StateMigrationTests {
    private struct Old: BotState {
        var points: [UserID: Int] = [:]
        var title = "thanks"
    }
    private struct Grown: BotState {
        var points: [UserID: Int] = [:]
        var title = "thanks"
        var note: String?
        var limit = 5
    }
    private struct Shrunk: BotState { var points: [UserID: Int] = [:] }
    private struct Renamed: BotState {
        var score: [UserID: Int] = [:]
        static func migrate(_ old: JSONValue) throws -> Renamed {
            Renamed(score: try (StateJSON.value(old) as Old).points)
        }
    }

    private let stored = StoredState(fingerprint: Old.fingerprint, json: #"{"points":{"101":3},"title":"cảm ơn"}"#)

    @Test func `a new state property has its default`() throws {
        let grown: Grown = try StateJSON.value(stored)
        #expect(grown.points == [101: 3])
        #expect(grown.title == "cảm ơn")
        #expect(grown.limit == 5)
    }

    @Test func `a removed state property is an error`() {
        #expect(throws: StateError.lost(["title"])) { try StateJSON.value(stored) as Shrunk }
    }

    @Test func `a custom migration reads an older state`() throws {
        #expect((try StateJSON.value(stored) as Renamed).score == [101: 3])
    }

    @Test func `a state fingerprint depends on property names and types`() {
        #expect(Old.fingerprint != Grown.fingerprint)
        #expect(Old.fingerprint != Shrunk.fingerprint)
        #expect(Set([Old.fingerprint, Old.fingerprint]).count == 1)
    }

    @Test(arguments: [#"[1]"#, "no JSON", #"{"points":"x","title":""}"#])
    func `stored JSON of another type is an error`(json: String) {
        #expect(throws: StateError.self) { try StateJSON.value(StoredState(fingerprint: "other", json: json)) as Old }
        #expect(throws: StateError.self) { try StateJSON.value(StoredState(fingerprint: Old.fingerprint, json: json)) as Old }
    }

    @Test func `a property lost deep within a list is an error`() throws {
        struct Entry: Codable, Sendable { var points = 0 }
        struct Deep: BotState { var entries: [String: [Entry]] = [:] }
        struct Keeping: Bot {
            typealias State = Deep
            static let manifest = Manifest("keeping", needs: [])
            let options: NoOptions
        }
        func stored(_ json: String) -> StoredState { StoredState(fingerprint: Deep.fingerprint, json: json) }
        let whole = stored(#"{"entries":{"an":[{"points":1}]}}"#)
        #expect(try Keeping.migrated(whole) == whole)
        #expect(throws: StateError.lost(["entries.an.note"])) {
            try Keeping.migrated(stored(#"{"entries":{"an":[{"note":"x","points":1}]}}"#))
        }
        #expect(throws: StateError.self) { try Keeping.migrated(stored(#"{"entries":{"an":[{"title":"x"}]}}"#)) }
    }
}
