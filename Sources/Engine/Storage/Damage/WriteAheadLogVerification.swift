import Foundation

/// The verification of a write-ahead log, of which SQLite silently ignores everything from the first damaged frame on.
///
/// A power cut may damage the last transaction, which no one relies on. Every other one was synced before the next began: a damaged frame
/// with two commits behind it was damaged later.
struct WriteAheadLogVerification {
    private static let headerBytes = 32
    private static let frameHeaderBytes = 24

    /// The number of commits behind the first damaged frame; zero for a sound log.
    let lostCommits: Int

    /// - Parameter path: The path of the log, which need not exist.
    /// - Throws: The errors of a file that cannot be read.
    init(of path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            lostCommits = 0
            return
        }
        let log = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        let commits = log.withUnsafeBytes { Self.commitsBehindDamage(in: $0) }
        lostCommits = commits > 1 ? commits : 0
    }

    private static func commitsBehindDamage(in log: UnsafeRawBufferPointer) -> Int {
        guard log.count > headerBytes else { return 0 }
        func number(at offset: Int) -> UInt32 { UInt32(bigEndian: log.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
        let pageBytes = 4096
        let salts = (number(at: 16), number(at: 20))
        var checksum = WriteAheadLogChecksum(isBigEndian: number(at: 0) & 1 == 1)
        checksum.add(log[0..<24])
        var isSound =
            number(at: 0) & ~1 == 0x377F_0682 && number(at: 8) == pageBytes && checksum.matches(number(at: 24), number(at: 28))
        var commits = 0
        var offset = headerBytes
        while offset + frameHeaderBytes + pageBytes <= log.count {
            let hasSalts = number(at: offset + 8) == salts.0 && number(at: offset + 12) == salts.1
            if isSound {
                checksum.add(log[offset..<offset + 8])
                checksum.add(log[offset + frameHeaderBytes..<offset + frameHeaderBytes + pageBytes])
                isSound = hasSalts && checksum.matches(number(at: offset + 16), number(at: offset + 20))
            }
            if !isSound, hasSalts, number(at: offset + 4) != 0 { commits += 1 }
            offset += frameHeaderBytes + pageBytes
        }
        return commits
    }
}

/// The checksum of the frames of a write-ahead log, as SQLite's file format describes it.
private struct WriteAheadLogChecksum {
    let isBigEndian: Bool
    private var sums: (UInt32, UInt32) = (0, 0)

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// - Parameter bytes: A multiple of eight bytes.
    mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        for offset in stride(from: 0, to: bytes.count, by: 8) {
            sums.0 &+= word(bytes, offset) &+ sums.1
            sums.1 &+= word(bytes, offset + 4) &+ sums.0
        }
    }

    func matches(_ first: UInt32, _ second: UInt32) -> Bool { sums == (first, second) }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }
}
