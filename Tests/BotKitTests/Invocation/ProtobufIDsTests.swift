import Foundation
import Testing

@testable import BotKit

struct ProtobufIDsTests {
    private static let id: Int64 = 1_900_000_000_000_000_001

    private static func varint(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
    }

    private static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }

    private static let plain = varint(1 << 3) + varint(UInt64(id))
    private static let nested = field(2, field(3, plain))
    private static let packed = field(4, varint(5) + varint(UInt64(id)))
    private static let text = field(5, Array("\(id)".utf8))
    private static let fixed = varint(6 << 3 | 1) + withUnsafeBytes(of: id.littleEndian) { Array($0) }
    private static let padded = varint(1 << 3) + varint(UInt64(id)).dropLast() + [varint(UInt64(id)).last! | 0x80, 0]

    @Test(arguments: [plain, nested, packed, text, fixed, padded])
    func `an id is found however it is encoded`(bytes: [UInt8]) {
        #expect(ProtobufIDs.all(in: Data(bytes))?.contains(Self.id) == true)
    }

    @Test(
        arguments: [
            [0x08], [0x0B], [0x12, 5, 1], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x00, 1],
        ] as [[UInt8]])
    func `bytes that are no message are recognized`(bytes: [UInt8]) {
        #expect(ProtobufIDs.all(in: Data(bytes)) == nil)
    }

    @Test func `an empty request names nothing, and deep nesting ends`() {
        #expect(ProtobufIDs.all(in: Data()) == [])
        let deep = (0..<2000).reduce(Self.plain) { bytes, _ in bytes.count > 60_000 ? bytes : Self.field(1, bytes) }
        #expect(ProtobufIDs.all(in: Data(deep)) != nil)
    }
}
