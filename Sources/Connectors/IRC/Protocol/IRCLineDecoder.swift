/// Splits received bytes into lines. A line without an end takes no more memory than the maximum length: the rest of it is dropped.
struct IRCLineDecoder {
    // 8191 bytes of tags and 512 of line (IRCv3 message-tags), with room for servers that allow more.
    static let maxBytes = 16_384

    /// The number of bytes dropped from the unfinished line; nil if none were.
    private(set) var dropped: Int?
    private var begun: [UInt8] = []

    /// Returns the lines that end within these bytes, without their ends; empty lines are left out.
    mutating func lines(in bytes: some Collection<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = (begun + Array(bytes))[...]
        var searched = begun.count
        begun = []
        if let dropped {
            guard let end = rest.firstIndex(of: 0x0A) else {
                self.dropped = dropped + rest.count
                return []
            }
            rest = rest[(end + 1)...]
            self.dropped = nil
            searched = 0
        }
        while let end = rest[(rest.startIndex + searched)...].firstIndex(of: 0x0A) {
            add(rest[..<end], to: &lines)
            rest = rest[(end + 1)...]
            searched = 0
        }
        if rest.count > Self.maxBytes {
            add(rest, to: &lines)
            dropped = 0
        } else {
            begun = Array(rest)
        }
        return lines
    }

    private func add(_ line: ArraySlice<UInt8>, to lines: inout [ArraySlice<UInt8>]) {
        var line = line.prefix(Self.maxBytes)
        while line.last == 0x0D { line = line.dropLast() }
        if !line.isEmpty { lines.append(line) }
    }
}
