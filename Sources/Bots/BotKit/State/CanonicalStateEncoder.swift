import Foundation

extension Bot {
    /// Returns whether two stored values represent the same state. Sets are encoded in no particular order, and another build may
    /// have written one of the two.
    ///
    /// - Throws: Errors of decoding the values.
    package static func isSame(_ one: StoredState?, _ other: StoredState?) throws -> Bool {
        guard one != other else { return true }
        let frameworkTypes: Set = [
            CooldownLedger.fingerprint, DialogueRecord.fingerprint, StoredSettings.fingerprint, UserTimeZone.fingerprint,
        ]
        guard let one, let other, !frameworkTypes.contains(one.fingerprint) else { return false }
        let (first, second): (State, State) = (try StateJSON.value(one), try StateJSON.value(other))
        return CanonicalStateEncoder.text(of: first) == CanonicalStateEncoder.text(of: second)
    }
}

/// An encoder that gives equal texts for equal values, regardless of the order of sets and dictionaries.
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
