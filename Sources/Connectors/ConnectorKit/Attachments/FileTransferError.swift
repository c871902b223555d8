/// The reason why a file could not be fetched or uploaded.
package enum FileTransferError: Error, Hashable, Sendable, CustomStringConvertible {
    case tooLarge(limitInBytes: Int)
    /// A temporary failure; the transfer may be retried.
    case unavailable(String, retryAfter: Duration?)
    case refused(String)

    package var isLasting: Bool { if case .unavailable = self { false } else { true } }

    package var description: String {
        switch self {
        case .tooLarge(let limit): "larger than \(FileSize.text(limit))"
        case .unavailable(let reason, _), .refused(let reason): reason
        }
    }
}
