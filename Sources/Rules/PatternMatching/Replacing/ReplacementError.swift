/// A reference to a capture group that the pattern does not have.
package struct ReplacementError: Error, Hashable, Sendable {
    /// The name or number as written; empty for a dollar sign alone.
    package var key: String
    /// The offset of the reference; offset and length count code points of the replacement.
    package var offset: Int
    package var length: Int
}
