/// The type that YAML 1.1 readers give an unquoted text. This reader takes it as text and warns where that could be surprising.
package enum PlainScalar: Hashable, Sendable {
    case text, number, truth, nothing

    package init(_ text: String) {
        let lowered = text.lowercased()
        if ["", "~", "null"].contains(lowered) {
            self = .nothing
        } else if ["true", "false", "yes", "no", "on", "off", "y", "n"].contains(lowered) {
            self = .truth
        } else if let first = text.utf8.first, UInt8(ascii: "0") <= first, first <= UInt8(ascii: "9"),
            text.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") })
        {
            self = .number
        } else {
            self = .text
        }
    }

    /// The type with its article; nil for a text.
    var typeName: String? {
        switch self {
        case .text: nil
        case .number: "a number"
        case .truth: "a Boolean"
        case .nothing: "null"
        }
    }
}
