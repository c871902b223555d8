/// Why a file was not attached, or an attachment not read.
public enum FileError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    case tooLarge(limitInBytes: Int)
    /// A name is one line of up to 200 characters, without slashes.
    case badName(String)
    /// A type is written like `image/png`.
    case badType(String)
    /// Its bytes could not be kept, or are kept no longer.
    case unkept(String)

    public var description: String {
        switch self {
        case .tooLarge(let limit): "it is larger than \(limit) bytes"
        case .badName(let name): "'\(name)' cannot be a file's name"
        case .badType(let type): "'\(type)' is not a type such as image/png"
        case .unkept(let reason): "its bytes are not kept: \(reason)"
        }
    }
}
