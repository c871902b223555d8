import Testing

@testable import Storage

struct TarHeaderTests {
    private static let folder = String(repeating: "f", count: 150)

    @Test(arguments: [
        TarHeader(name: "bot.sqlite", size: 0), TarHeader(name: "bot.sqlite", size: 8_589_934_591),
        TarHeader(name: "bot.sqlite", size: 8_589_934_592), TarHeader(name: "bot.sqlite", size: .max),
        TarHeader(name: "configuration/quy tắc.yaml", size: 1),
        TarHeader(name: "\(folder)/\(String(repeating: "n", count: 100))", size: 512),
    ])
    func `a header reads as it was written`(header: TarHeader) throws {
        let block = try header.block(modifiedAt: 1_800_000_000)
        #expect(block.count == TarHeader.blockBytes)
        #expect(try TarHeader(block: block) == header)
    }

    @Test(arguments: [String(repeating: "n", count: 101), "\(folder)ffffff/\(String(repeating: "n", count: 101))"])
    func `a name that does not fit is rejected`(name: String) {
        #expect(throws: TarHeader.FormatError.self) { try TarHeader(name: name, size: 0).block(modifiedAt: 0) }
    }

    @Test(arguments: [(0, 0), (1, 512), (512, 512), (513, 1024), (.max, nil)] as [(Int64, Int64?)])
    func `content is padded to whole blocks`(size: Int64, padded: Int64?) {
        #expect(TarHeader(name: "a", size: size).paddedSize == padded)
    }

    @Test func `every changed byte is noticed`() throws {
        let block = try TarHeader(name: "blobs/a", size: 77).block(modifiedAt: 1_800_000_000)
        for index in block.indices {
            for bit in 0..<8 {
                var changed = block
                changed[index] ^= 1 << bit
                #expect(throws: TarHeader.FormatError.self, "byte \(index), bit \(bit)") { try TarHeader(block: changed) }
            }
        }
    }

    @Test func `a block of another length is rejected`() {
        #expect(throws: TarHeader.FormatError.self) { try TarHeader(block: []) }
        #expect(throws: TarHeader.FormatError.self) { try TarHeader(block: Array(repeating: 0, count: 512)) }
    }
}
