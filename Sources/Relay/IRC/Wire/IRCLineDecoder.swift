/// Cuts what arrives into lines. A line without an end costs no more than the longest one allowed: the rest of it is dropped.
struct IRCLineDecoder {
    // 8191 bytes of tags and 512 of line (IRCv3 message-tags), and room for servers that allow themselves more.
    static let mostBytes = 16_384

    /// How much of the line that has not ended was dropped; nil where nothing is.
    private(set) var dropped: Int?
    private var begun: [UInt8] = []

    /// The lines that end within these bytes, without their ends; empty ones are left out.
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
        if rest.count > Self.mostBytes {
            add(rest, to: &lines)
            dropped = 0
        } else {
            begun = Array(rest)
        }
        return lines
    }

    private func add(_ line: ArraySlice<UInt8>, to lines: inout [ArraySlice<UInt8>]) {
        var line = line.prefix(Self.mostBytes)
        while line.last == 0x0D { line = line.dropLast() }
        if !line.isEmpty { lines.append(line) }
    }
}
