import Foundation

extension Bot {
    /// Whether two values are the same memory. Sets are written in any order, and another build may have written one of the two.
    ///
    /// - Throws: what reading them throws.
    package static func isSame(_ one: StoredState?, _ other: StoredState?) throws -> Bool {
        guard one != other else { return true }
        let ofHouse: Set = [CooldownLedger.fingerprint, DialogueRecord.fingerprint, UserTimeZone.fingerprint]
        guard let one, let other, !ofHouse.contains(one.fingerprint) else { return false }
        let (first, second): (State, State) = (try StateJSON.value(one), try StateJSON.value(other))
        return CanonicalStateEncoder.text(of: first) == CanonicalStateEncoder.text(of: second)
    }
}

/// A value written so that equal values are written alike, whatever order their sets and dictionaries happen to have.
enum CanonicalStateEncoder {
    static func text(of value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        let parts = mirror.children.map { ($0.label.map { "\($0): " } ?? "") + text(of: $0.value) }
        switch mirror.displayStyle {
        case .set: return "{" + parts.sorted().joined(separator: ", ") + "}"
        case .dictionary: return "[" + parts.sorted().joined(separator: ", ") + "]"
        default:
            return parts.isEmpty ? "\(type(of: value)) \(String(reflecting: value))" : "(" + parts.joined(separator: ", ") + ")"
        }
    }
}
