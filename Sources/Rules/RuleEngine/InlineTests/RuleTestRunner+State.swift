import ChatModel
import Foundation

extension RuleTestRunner {
    /// Sets up the state that the test gives. A test does not name the scope of a counter, so every scope gets its value.
    func setUpState(_ facts: Facts) {
        let given = test.given
        let before = facts.now.addingTimeInterval(-1)
        func put(_ kind: StateKey.Kind, _ name: String, _ scope: SubjectScope, _ change: (inout StateEntry) -> Void) {
            var entry = StateEntry(at: before)
            change(&entry)
            facts.state.change(StateKey(kind, name, facts.subject(scope)), .set(entry), in: .real, at: before)
        }
        put(.seen, "messages", [.user, .clan]) { $0.count = given.messagesSeen }
        for raw in 0..<8 {
            let scope = SubjectScope(rawValue: UInt8(raw))
            for (name, count) in given.counters { put(.counter, name, scope) { $0.count = count } }
            for (name, value) in given.variables { put(.variable, name, scope) { $0.text = value } }
        }
        put(.cases, "measures", [.user, .clan]) { entry in
            let measures = (0..<given.cases).map { "\(Int(before.timeIntervalSince1970)) \(-$0 - 1) rule:test \(given.caseKind)" }
            entry.text = measures.joined(separator: "\n")
        }
        if !given.level.isEmpty { put(.level, "", .clan) { $0.text = given.level } }
    }
}
