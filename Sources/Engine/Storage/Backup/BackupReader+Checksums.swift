import Crypto

/// The list of checksums, which is read line by line because it may be too large for the memory.
extension BackupReader {
    /// The position in the list.
    struct ChecksumLines {
        fileprivate var offset: Int64
        fileprivate let end: Int64

        init(_ entry: Entry) { (offset, end) = (entry.offset, entry.offset + entry.size) }
    }

    private static let digestDigits = 64
    private static let maxLineBytes = 64 + 2 + 512 + 1

    /// Returns the next line of the list without its line feed; nil at the end.
    func next(_ lines: inout ChecksumLines) throws -> ArraySlice<UInt8>? {
        let count = Int(min(Int64(Self.maxLineBytes), lines.end - lines.offset))
        guard count > 0 else { return nil }
        let offset = lines.offset
        guard let bytes = try translated({ try file.bytes(at: offset, count: count) }),
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        else { throw BackupError.damaged(file: path, part: BackupPart.checksums.name, reason: "a line has no end") }
        lines.offset += Int64(end) + 1
        return bytes[..<end]
    }

    /// Returns the checksum of a part, which the next line has to name.
    func checksum(of part: BackupPart, in lines: inout ChecksumLines) throws -> [UInt8] {
        let line = try next(&lines) ?? []
        let name = line.dropFirst(Self.digestDigits)
        guard name.elementsEqual("  \(part.name)".utf8) else {
            throw BackupError.damaged(
                file: path, part: BackupPart.checksums.name, reason: "it does not list '\(part.name)' in its place")
        }
        let digits = Array(line.prefix(Self.digestDigits))
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index -> UInt8? in
            guard let high = Self.hexValue(digits[index]), let low = Self.hexValue(digits[index + 1]) else { return nil }
            return high << 4 | low
        }
        guard bytes.count == SHA256.byteCount else {
            throw BackupError.damaged(file: path, part: BackupPart.checksums.name, reason: "a checksum is not hexadecimal")
        }
        return bytes
    }
    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
