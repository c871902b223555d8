import Foundation
import RuleEngine

/// A file with texts that people have judged.
enum TextFile {
    /// Reads the contents of a file; `-` is standard input.
    static func contents(of file: String) throws -> String {
        let data: Data?
        if file == "-" {
            data = try? FileHandle.standardInput.readToEnd()
        } else {
            data = FileManager.default.contents(atPath: file)
        }
        guard let data else { throw CommandError(.configuration, "\(file) cannot be read") }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw CommandError(.configuration, "\(file) is not UTF-8 text")
        }
        return text
    }

    /// Reads the texts of a file; an empty one is an error.
    static func labelled(
        _ file: String, _ read: (String) throws(LabelledText.ReadingError) -> [LabelledText]
    ) throws -> [LabelledText] {
        let contents = try contents(of: file)
        let texts: [LabelledText]
        do throws(LabelledText.ReadingError) {
            texts = try read(contents)
        } catch {
            throw CommandError(.configuration, "\(file): \(error)")
        }
        guard !texts.isEmpty else { throw CommandError(.configuration, "\(file) contains no texts") }
        return texts
    }
}
