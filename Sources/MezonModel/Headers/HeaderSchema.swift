/// Which headers have which keys, and what each of them says. Who knows more headers adds rules for them.
///
/// A name or a key without a rule is read as it is written: a key alone is a flag, brackets make a tuple, all else is text.
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

    /// These and others; of two rules for one key the other's counts.
    package func adding(_ others: HeaderSchema) -> HeaderSchema {
        HeaderSchema(kinds.merging(others.kinds) { mine, theirs in mine.merging(theirs) { $1 } })
    }

    package func kind(of key: String, in name: String) -> Kind? { kinds[name]?[key] }
}
