/// The tags in front of a line: `@time=…;msgid=…` (IRCv3 message-tags).
enum IRCTags {
    // A line has room for some hundreds; servers send no more than a dozen useful ones.
    static let limit = 64

    static func read(_ bytes: ArraySlice<UInt8>) -> [String: String] {
        var tags: [String: String] = [:]
        for item in bytes.split(separator: UInt8(ascii: ";")) {
            guard tags.count < limit else { break }
            let sign = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            guard sign > item.startIndex else { continue }
            let value = sign < item.endIndex ? item[(sign + 1)...] : []
            tags[IRCTextEncoding.text(item[..<sign])] = unescaped(value)
        }
        return tags
    }

    static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else { return IRCTextEncoding.text(bytes) }
        var plain: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            switch (isEscaped, byte) {
            case (false, UInt8(ascii: "\\")):
                isEscaped = true
                continue
            case (false, _): plain.append(byte)
            case (true, UInt8(ascii: ":")): plain.append(UInt8(ascii: ";"))
            case (true, UInt8(ascii: "s")): plain.append(UInt8(ascii: " "))
            case (true, UInt8(ascii: "r")): plain.append(0x0D)
            case (true, UInt8(ascii: "n")): plain.append(0x0A)
            case (true, _): plain.append(byte)
            }
            isEscaped = false
        }
        return IRCTextEncoding.text(plain[...])
    }

    static func escaped(_ value: String) -> String {
        value.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case ";": result += "\\:"
            case " ": result += "\\s"
            case "\\": result += "\\\\"
            case "\r": result += "\\r"
            case "\n": result += "\\n"
            case "\0": break
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
