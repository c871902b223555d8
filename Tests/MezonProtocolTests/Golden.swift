import Foundation
import Testing

/// Frames of Mezon's own clients by name (Documentation/Protocol.md §6), from `Golden/frames.tsv` with one frame per line in
/// hexadecimal.
enum Golden {
    static let frames: [(name: String, bytes: [UInt8])] = {
        guard let file = Bundle.module.url(forResource: "Golden/frames", withExtension: "tsv"),
            let text = try? String(contentsOf: file, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").map { line in
            let columns = line.split(separator: "\t")
            return (String(columns[0]), bytes(hexadecimal: columns[1]))
        }
    }()

    static func frame(_ name: String) throws -> [UInt8] {
        try #require(frames.first { $0.name == name }?.bytes, "no golden frame '\(name)'")
    }

    private static func bytes(hexadecimal text: Substring) -> [UInt8] {
        var rest = text
        var bytes: [UInt8] = []
        while !rest.isEmpty {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
