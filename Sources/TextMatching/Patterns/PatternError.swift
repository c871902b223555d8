/// Why a pattern cannot be used, and where in it.
package struct PatternError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable {
        case tooLong = "regex-too-long"
        /// Something that no linear-time matcher can do, or that this one does not know.
        case unsupported = "regex-unsupported"
        case invalid = "regex-invalid"
    }

    package var code: Code
    package var message: String
    /// In code points of the pattern.
    package var offset: Int
    package var length: Int
    package var suggestion: String?
}
