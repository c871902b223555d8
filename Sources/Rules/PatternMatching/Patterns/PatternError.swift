/// An error in a pattern, with its position.
package struct PatternError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable {
        case tooLong = "regex-too-long"
        /// A construct that linear-time matching does not permit, or that is not supported here.
        case unsupported = "regex-unsupported"
        case invalid = "regex-invalid"
    }

    package var code: Code
    package var message: String
    /// The offset of the error; offset and length count code points of the pattern.
    package var offset: Int
    package var length: Int
    package var suggestion: String?
}
