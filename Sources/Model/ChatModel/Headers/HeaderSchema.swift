/// The keys of known headers and the kinds of their values. Further headers are added with their own rules.
///
/// A header or key without a rule is read as written: a key alone is a flag, parentheses make a tuple, everything else is text.
package struct HeaderSchema: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case flag, number, tuple
        /// One word of letters, digits and `_ - . : / #`.
        case identifier
        case text
    }

    /// The kinds of a header's keys, by the header's name.
    package private(set) var kinds: [String: [String: Kind]]

    package init(_ kinds: [String: [String: Kind]] = [:]) { self.kinds = kinds }

    /// Returns both sets of rules combined; the other's rule wins if both have one for a key.
    package func adding(_ others: HeaderSchema) -> HeaderSchema {
        HeaderSchema(kinds.merging(others.kinds) { mine, theirs in mine.merging(theirs) { $1 } })
    }

    package func kind(of key: String, in name: String) -> Kind? { kinds[name]?[key] }
}
