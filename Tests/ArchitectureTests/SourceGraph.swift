/// The files of a target, and the files whose types each of them names.
struct SourceGraph {
    private let files: [String]
    /// For each file, the files that declare a type it names.
    private let uses: [[Int]]

    init(_ files: [(name: String, text: String)]) {
        let types = files.map { SourceTypes($0.text) }
        var homes: [String: [Int]] = [:]
        for (file, types) in types.enumerated() {
            for type in types.declared { homes[type, default: []].append(file) }
        }
        self.files = files.map(\.name)
        uses = types.enumerated().map { file, types in
            Array(Set(types.named.subtracting(types.declared).flatMap { homes[$0] ?? [] })).filter { $0 != file }
        }
    }

    /// The files of the largest circle, in which every file leads to every other; empty if there is none.
    var largestCircle: [String] {
        let reached = files.indices.map(files(reachedFrom:))
        let circles = files.indices.map { file in files.indices.filter { reached[file][$0] && reached[$0][file] } }
        return (circles.max { $0.count < $1.count } ?? []).map { files[$0] }.sorted()
    }

    private func files(reachedFrom first: Int) -> [Bool] {
        var reached = files.map { _ in false }
        var open = [first]
        while let file = open.popLast() {
            for next in uses[file] where !reached[next] {
                reached[next] = true
                open.append(next)
            }
        }
        return reached
    }
}

/// The types that a source file declares for its whole target, and all that it names.
private struct SourceTypes {
    private(set) var declared: Set<String> = []
    private(set) var named: Set<String> = []

    init(_ text: String) {
        var scanner = CodeScanner(text)
        scanner.readCode()
        for line in scanner.code.split(separator: UInt8(ascii: "\n")) {
            let words = line.split { !CodeScanner.isInName($0) && $0 != UInt8(ascii: ".") }.map {
                String(decoding: $0, as: UTF8.self)
            }
            for word in words where !word.hasPrefix(".") {
                let name = word.prefix { $0 != "." }
                if name.first?.isUppercase == true { named.insert(String(name)) }
            }
            guard line.first != UInt8(ascii: " "), !words.contains("private"), !words.contains("fileprivate"),
                let keyword = words.prefix(6).firstIndex(where: Self.keywords.contains), keyword + 1 < words.count
            else { continue }
            declared.insert(words[keyword + 1])
        }
    }

    private static let keywords: Set<String> = ["struct", "enum", "class", "protocol", "actor", "typealias"]
}

/// Reads Swift code without comments and string literals. The code of interpolations is kept.
private struct CodeScanner {
    private(set) var code: [UInt8] = []
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    static func isInName(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "_")
    }

    /// - Parameter isInterpolation: A Boolean value that indicates whether the code ends with its closing parenthesis.
    mutating func readCode(isInterpolation: Bool = false) {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/") where starts(with: "//"):
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
                continue
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
                guard starts(with: "\"", after: hashes) else { break }
                code.append(UInt8(ascii: " "))
                readString(hashes: hashes)
                continue
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
            code.append(bytes[index])
            index += 1
            if isInterpolation, depth < 0 { return }
        }
    }

    private mutating func readString(hashes: Int) {
        let mark = String(repeating: "#", count: hashes)
        let quote = starts(with: "\"\"\"", after: hashes) ? "\"\"\"" : "\""
        index += hashes + quote.utf8.count
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\"") where starts(with: quote + mark):
                index += quote.utf8.count + hashes
                return
            case UInt8(ascii: "\\") where starts(with: "\\" + mark + "("):
                index += 2 + hashes
                readCode(isInterpolation: true)
            case UInt8(ascii: "\\") where starts(with: "\\" + mark): index += 2 + hashes
            default: index += 1
            }
        }
    }

    private func starts(with text: String, after offset: Int = 0) -> Bool {
        bytes[(index + offset)...].starts(with: text.utf8)
    }
}
