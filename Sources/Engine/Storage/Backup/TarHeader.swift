/// The header of a regular file in a tar archive (POSIX ustar): one block before the content.
///
/// Sizes from 8 GiB on are written in base 256, which GNU tar and libarchive read.
struct TarHeader: Equatable {
    /// The reason why a block is not the header of a regular file.
    struct FormatError: Error, Equatable { let reason: String }

    static let blockBytes = 512
    private static let nameBytes = 100, prefixBytes = 155
    private static let magic = Array("ustar\0".utf8) + Array("00".utf8)

    /// The path, with `/` between its components.
    var name: String
    /// The length of the content in bytes.
    var size: Int64

    /// The length of the content together with its padding; nil if that is not representable.
    var paddedSize: Int64? {
        let block = Int64(Self.blockBytes)
        let (sum, overflows) = size.addingReportingOverflow(block - 1)
        return overflows ? nil : sum / block * block
    }

    init(name: String, size: Int64) { (self.name, self.size) = (name, size) }

    /// - Parameter seconds: The modification time since 1970.
    /// - Throws: `FormatError` if the name is too long.
    func block(modifiedAt seconds: Int64) throws(FormatError) -> [UInt8] {
        let (prefix, name) = try split()
        var block = [UInt8](repeating: 0, count: Self.blockBytes)
        func put(_ bytes: some Collection<UInt8>, at offset: Int) {
            block.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        }
        put(name, at: 0)
        put("0000600\0".utf8, at: 100)
        put("0000000\0".utf8, at: 108)
        put("0000000\0".utf8, at: 116)
        put(Self.number(size), at: 124)
        put(Self.number(max(0, seconds)), at: 136)
        put(repeatElement(UInt8(ascii: " "), count: 8), at: 148)
        put("0".utf8, at: 156)
        put(Self.magic, at: 257)
        put(prefix, at: 345)
        let sum = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
        put("\(String(repeating: "0", count: 6 - sum.utf8.count))\(sum)\0 ".utf8, at: 148)
        return block
    }

    /// - Throws: `FormatError` if the block is not the header of a regular file.
    init(block: [UInt8]) throws(FormatError) {
        guard block.count == Self.blockBytes, Array(block[257..<265]) == Self.magic else {
            throw FormatError(reason: "there is no tar header")
        }
        var unsummed = block
        unsummed.replaceSubrange(148..<156, with: repeatElement(UInt8(ascii: " "), count: 8))
        guard Self.number(in: block[148..<156]) == Int64(unsummed.reduce(0) { $0 + Int($1) }) else {
            throw FormatError(reason: "the checksum of a tar header differs")
        }
        let (prefix, name) = (Self.text(in: block[345..<500]), Self.text(in: block[0..<100]))
        guard let prefix, let name, !name.isEmpty else { throw FormatError(reason: "a name is not readable text") }
        self.name = prefix.isEmpty ? name : prefix + "/" + name
        guard block[156] == UInt8(ascii: "0") else {
            throw FormatError(reason: "'\(self.name)' is not a regular file")
        }
        guard let size = Self.number(in: block[124..<136]), size >= 0 else {
            throw FormatError(reason: "the size of '\(self.name)' is not a number")
        }
        self.size = size
        // Nothing else is accepted than what this type writes, so that every changed byte is noticed.
        guard let seconds = Self.number(in: block[136..<148]), try self.block(modifiedAt: seconds) == block else {
            throw FormatError(reason: "the tar header of '\(self.name)' has an unexpected form")
        }
    }

    /// Splits the name between two components if it is too long for the field of the name.
    private func split() throws(FormatError) -> (prefix: ArraySlice<UInt8>, name: ArraySlice<UInt8>) {
        let bytes = Array(name.utf8)
        if bytes.count <= Self.nameBytes { return ([], bytes[...]) }
        let cut = bytes.indices.first { index in
            bytes[index] == UInt8(ascii: "/") && index <= Self.prefixBytes && bytes.count - index - 1 <= Self.nameBytes
        }
        guard let cut else { throw FormatError(reason: "the name is too long: \(name)") }
        return (bytes[..<cut], bytes[(cut + 1)...])
    }

    /// The field of a number: octal digits, or base 256 if there are too many.
    private static func number(_ value: Int64) -> [UInt8] {
        let digits = String(value, radix: 8)
        if digits.utf8.count <= 11 { return Array((String(repeating: "0", count: 11 - digits.utf8.count) + digits + "\0").utf8) }
        return [0x80, 0, 0, 0] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func number(in field: ArraySlice<UInt8>) -> Int64? {
        if field.first == 0x80 {
            let bytes = field.dropFirst()
            guard bytes.dropLast(8).allSatisfy({ $0 == 0 }), let top = bytes.suffix(8).first, top < 0x80 else { return nil }
            return bytes.suffix(8).reduce(0) { $0 << 8 | Int64($1) }
        }
        let end = field.firstIndex { $0 == 0 || $0 == UInt8(ascii: " ") } ?? field.endIndex
        let digits = field[..<end]
        guard !digits.isEmpty, digits.count <= 12, digits.allSatisfy({ (48...55).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 << 3 | Int64($1 - 48) }
    }

    /// The text before the first zero byte; nil if it is not UTF-8.
    private static func text(in field: ArraySlice<UInt8>) -> String? {
        String(validating: field.prefix { $0 != 0 }, as: UTF8.self)
    }
}
