/// Bounds the number of nodes of a YAML document before it is parsed: a node costs hundreds of times its bytes in memory.
enum NodeEstimate {
    /// Returns a number of keys, values and items that the document does not exceed, whatever its style.
    ///
    /// Every node follows the beginning of a line or one of YAML's separators. An item of a flow map, `{a, b}`, is a key and its
    /// empty value. Separators within texts and comments are counted as well.
    static func upperBound(of text: String) -> Int {
        var count = 1
        var text = text
        text.withUTF8 { bytes in
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "?"),
                    UInt8(ascii: "["), UInt8(ascii: "{"):
                    count += 1
                case UInt8(ascii: ","): count += 2
                default: break
                }
            }
        }
        return count
    }
}
