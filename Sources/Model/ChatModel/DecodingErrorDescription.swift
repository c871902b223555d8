/// Describes why a stored or given value cannot be decoded, without disclosing any part of the value.
package enum DecodingErrorDescription {
    /// Returns the description; for an error other than a decoding error, its own.
    package static func words(for error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        let (what, context): (String, DecodingError.Context?) =
            switch error {
            case .keyNotFound(let key, let context): ("it lacks '\(key.stringValue)'", context)
            case .typeMismatch(_, let context), .valueNotFound(_, let context): ("it has a value of the wrong type", context)
            case .dataCorrupted(let context): ("it is not in the format of this build", context)
            @unknown default: ("it is not in the format of this build", nil)
            }
        let path = context?.codingPath.map(\.stringValue).joined(separator: ".") ?? ""
        return path.isEmpty ? what : "\(what) at '\(path)'"
    }
}
