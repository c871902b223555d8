/// An error in attaching a file or reading an attachment.
@nonexhaustive
public enum FileError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The file is larger than the limit.
    case tooLarge(limitInBytes: Int)
    /// The name is invalid: it must be one line of up to 200 characters without slashes.
    case badName(String)
    /// The media type is invalid: it must have the form `image/png`.
    case badType(String)
    /// The bytes could not be stored, or are not stored any more.
    case unkept(String)

    /// The error in one sentence.
    public var description: String {
        switch self {
        case .tooLarge(let limit): "it is larger than \(limit) bytes"
        case .badName(let name): "'\(name)' is not a valid file name"
        case .badType(let type): "'\(type)' is not a media type such as image/png"
        case .unkept(let reason): "its content is not stored: \(reason)"
        }
    }
}
