/// Splits bytes that arrive in parts into lines, bounded in length.
package struct LineBuffer: Sendable {
    package enum Line: Hashable, Sendable {
        case line(ArraySlice<UInt8>)
        /// A line beyond the limit, of which nothing is kept.
        case tooLong
    }

    private let maxLength: Int
    private var buffer: ArraySlice<UInt8> = []
    private var searched = 0
    /// A Boolean value that indicates whether the line that has no end yet is beyond the limit.
    package private(set) var isTooLong = false

    package init(maxLength: Int) { self.maxLength = maxLength }

    package mutating func append(_ part: [UInt8]) {
        // A new array once what was consumed before it would only be carried along.
        if buffer.isEmpty {
            buffer = part[...]
            searched = buffer.startIndex
        } else {
            buffer.append(contentsOf: part)
        }
    }

    /// Returns the next complete line without its end; nil if there is none yet.
    package mutating func next() -> Line? {
        if let end = buffer[max(searched, buffer.startIndex)...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = buffer[..<end]
            buffer = buffer[(end + 1)...]
            searched = buffer.startIndex
            defer { isTooLong = false }
            return isTooLong || line.count > maxLength ? .tooLong : .line(line)
        }
        if buffer.count > maxLength {
            isTooLong = true
            buffer = []
        }
        searched = buffer.endIndex
        return nil
    }

    /// Returns what is left at the end of the input: a last line that has no end.
    package mutating func takeRest() -> Line? {
        defer { (buffer, searched, isTooLong) = ([], 0, false) }
        return isTooLong || buffer.count > maxLength ? .tooLong : buffer.isEmpty ? nil : .line(buffer)
    }
}
