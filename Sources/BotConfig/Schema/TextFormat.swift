/// A kind of text that a reader asked for.
package enum TextFormat: Hashable, Sendable {
    case text
    /// A text in which values of the event may stand, and how they are written.
    case template([String])
    case words([String])
    case truth
    case wholeNumber(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    /// A regular expression of ECMA 262, as JSON Schema has them, and an example. Unquoted numbers are numbers to other YAML readers.
    case pattern(String, example: String, isPerhapsNumber: Bool = false)
}
