import NIOCore

/// The `cid` field of an envelope, written in front of the rest. Callers encode their requests themselves, and the event loop, which
/// assigns the ids, only adds these bytes.
enum EnvelopePrefix {
    static func write(_ cid: UInt16, into buffer: inout ByteBuffer) {
        buffer.writeInteger(0x08 as UInt8)  // field 1, varint
        var rest = cid
        while rest >= 0x80 {
            buffer.writeInteger(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        buffer.writeInteger(UInt8(rest))
    }
}
