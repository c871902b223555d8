/// An error in decoding received or stored bytes.
package enum WireError: Error, Equatable, CustomStringConvertible {
    case shortRawFrame(length: Int)
    case notAnEnvelope(length: Int)
    case notARequest
    case tooManyParts(limit: Int)

    package var description: String {
        switch self {
        case .shortRawFrame(let length): "a raw frame of \(length) bytes is shorter than its header"
        case .notAnEnvelope(let length): "a frame of \(length) bytes is not an envelope"
        case .tooManyParts(let limit): "a message has more than \(limit) parts"
        case .notARequest: "a stored delivery cannot be decoded"
        }
    }
}
