import Foundation
import Testing

/// A defect of `planted-defects.txt`: rules with one mistake, and the line of the part at fault.
struct PlantedDefect: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let line: Int
    let rules: String

    static func all() throws -> [PlantedDefect] {
        let url = try #require(Bundle.module.url(forResource: "planted-defects", withExtension: "txt"))
        let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        return text.split(separator: "=== ").dropFirst().compactMap { section in
            let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
            let head = (lines.first ?? "").split(separator: " | ", maxSplits: 1)
            guard let line = head.first.flatMap({ Int($0) }), let name = head.last else { return nil }
            return PlantedDefect(
                testDescription: String(name), line: line, rules: lines.dropFirst().joined(separator: "\n"))
        }
    }
}
