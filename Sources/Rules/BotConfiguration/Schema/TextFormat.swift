/// A text format that a reader expects.
package enum TextFormat: Hashable, Sendable {
    case text
    /// A template, with the notations of the event values that it may contain.
    case template([String])
    case words([String])
    case truth
    case wholeNumber(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    /// A regular expression of ECMA 262, as in JSON Schema, with an example. Other YAML readers take unquoted numbers as numbers.
    case pattern(String, example: String, isPerhapsNumber: Bool = false)
}
