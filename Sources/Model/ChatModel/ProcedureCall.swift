public import Foundation

/// A call of a remote procedure of the server, which the bot encodes itself.
public struct ProcedureCall: Hashable, Sendable, Codable {
    /// The largest request in bytes.
    public static let maxBytes = 64 << 10

    /// The procedure: `CreateEvent`.
    public var name: String
    /// The request as a protobuf message.
    public var body: Data

    /// Creates a call.
    public init(_ name: String, body: Data = Data()) {
        self.name = name
        self.body = body
    }

    /// The reason why the call cannot be made; nil if it can.
    package var problem: String? {
        if name.isEmpty || name.utf8.count > 64 || !name.utf8.allSatisfy(Self.isLetterOrDigit) {
            return "a procedure's name that is not letters and digits"
        }
        return body.count > Self.maxBytes ? "a request of more than \(Self.maxBytes >> 10) KiB" : nil
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
