import ChatModel
import Foundation

/// The files of one configuration, read within its budget.
struct FileSet {
    let folder: URL
    /// The file that was read first, which includes the others.
    private(set) var root: String?
    private(set) var sources = SourceFiles()
    private var bytes = 0
    private var nodes = 0
    /// The texts of the files, if they are given; nil if they are read from the folder.
    private let texts: [String: String]?
    /// The texts that are read instead of files in the folder.
    private let drafts: [String: String]

    /// - Parameter shown: The folder for display.
    init(folder: URL, shownAs shown: String = "", drafts: [String: String] = [:]) {
        self.folder = folder
        sources.folder = shown
        self.drafts = drafts
        texts = nil
    }

    /// Creates the files of a stored rules revision.
    init(texts: [String: String]) {
        folder = URL(fileURLWithPath: "/")
        self.texts = texts
        drafts = [:]
    }

    private func content(of file: String) -> Result<String, TextFileReader.ReadError> {
        if let texts { return texts[file].map { .success($0) } ?? .failure(.missing) }
        guard let draft = drafts[file] else {
            return TextFileReader.text(of: folder.appending(path: file), limit: LoadBudget.fileBytes)
        }
        return draft.utf8.count > LoadBudget.fileBytes ? .failure(.tooLarge(limit: LoadBudget.fileBytes)) : .success(draft)
    }

    private func matches(_ pattern: IncludePattern) -> [String] {
        guard let texts else { return pattern.matches(in: folder, limit: LoadBudget.includedFiles) }
        return texts.keys.filter(pattern.fits).sorted()
    }

    /// Returns the root node of a file named relative to the folder; returns `nil` and adds a diagnostic if it cannot be read.
    mutating func read(_ file: String, _ diagnostics: DiagnosticCollector) -> ConfigNode? {
        var position = SourcePosition(file: file, line: 1, column: 1)
        if root == nil { root = file }
        switch content(of: file) {
        case .failure(let error):
            sources.add(unread: file)
            if case .notUTF8(let line, let column) = error { (position.line, position.column) = (line, column) }
            diagnostics.error(
                Self.code(of: error), "the file \(error.description)", at: position, suggestion: Self.hint(for: error))
            return nil
        case .success(let text):
            sources.add(file, text: text)
            guard count(text, at: position, diagnostics), countNodes(of: text, at: position, diagnostics) else { return nil }
            return DocumentReader(file: file, diagnostics: diagnostics).read(text)
        }
    }

    /// Returns the text of a file that a key names; returns `nil` and adds a diagnostic if it cannot be read.
    ///
    /// - Parameter creation: The suggestion for a file that does not exist.
    mutating func text(
        of file: String, namedAt position: SourcePosition, orCreate creation: String? = nil, _ diagnostics: DiagnosticCollector
    ) -> String? {
        do throws(IncludePattern.SyntaxError) {
            _ = try IncludePattern(file)
        } catch {
            diagnostics.error(
                "include-outside", "'\(file)' is outside the configuration's folder", at: position,
                suggestion: "write a path inside it, such as lists/words.txt")
            return nil
        }
        guard isInside(file, at: position, diagnostics) else { return nil }
        switch content(of: file) {
        case .failure(.notUTF8(let line, let column)):
            sources.add(unread: file)
            diagnostics.error(
                "not-utf8", "the file is not UTF-8", at: SourcePosition(file: file, line: line, column: column),
                suggestion: Self.hint(for: .notUTF8(line: line, column: column)))
            return nil
        case .failure(let error):
            let nearest = error == .missing ? Spelling.nearest(to: file, among: neighbours(of: file)) : nil
            diagnostics.error(
                Self.code(of: error), "the file '\(file)' \(error.description)", at: position,
                suggestion: nearest.map { "did you mean '\($0)'?" } ?? (error == .missing ? creation : nil)
                    ?? Self.hint(for: error))
            return nil
        case .success(let text):
            sources.add(file, text: text)
            return count(text, at: position, diagnostics) ? text : nil
        }
    }

    private mutating func count(_ text: String, at position: SourcePosition, _ diagnostics: DiagnosticCollector) -> Bool {
        bytes += text.utf8.count
        if bytes <= LoadBudget.allBytes { return true }
        diagnostics.error(
            "too-large", "all files together have more than \(LoadBudget.allBytes) bytes", at: position,
            suggestion: Self.hint(for: .tooLarge(limit: LoadBudget.allBytes)))
        return false
    }

    private mutating func countNodes(of text: String, at position: SourcePosition, _ diagnostics: DiagnosticCollector) -> Bool {
        nodes += NodeEstimate.upperBound(of: text)
        if nodes <= LoadBudget.allNodes { return true }
        diagnostics.error(
            "too-large", "all YAML files together have more than \(LoadBudget.allNodes) keys, values and items", at: position,
            suggestion: "keep less in them; long lists may have text files of their own")
        return false
    }

    /// Returns the paths of the files in the folder in which a file is expected.
    private func neighbours(of file: String) -> [String] {
        let parent = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        guard let pattern = try? IncludePattern(parent + "*") else { return [] }
        return matches(pattern)
    }

    /// Returns the files that `include` names, without this one and without duplicates.
    func included(by node: ConfigNode?, _ diagnostics: DiagnosticCollector) -> [String] {
        var files: Set<String> = []
        for item in node?.list(orSingle: true, diagnostics) ?? [] {
            guard let text = item.text(diagnostics) else { continue }
            do throws(IncludePattern.SyntaxError) {
                let pattern = try IncludePattern(text)
                let matches = matches(pattern)
                // A stored revision may be older than this check, and its texts are all that it had.
                if matches.isEmpty, !pattern.hasWildcards, texts == nil {
                    diagnostics.error(
                        "missing-file", "the file '\(text)' \(TextFileReader.ReadError.missing.description)", at: item.position,
                        suggestion: Spelling.nearest(to: text, among: neighbours(of: text)).map { "did you mean '\($0)'?" }
                            ?? nearest(to: text))
                } else if matches.isEmpty {
                    diagnostics.warning(
                        "include-matches-nothing", "no file matches '\(text)'", at: item.position, suggestion: nearest(to: text))
                }
                let folders = matches.filter(isFolder)
                for folder in folders {
                    diagnostics.error(
                        "not-a-file", "'\(folder)' is a folder", at: item.position, suggestion: "write \(folder)/*.yaml")
                }
                files.formUnion(
                    matches.filter {
                        !folders.contains($0) && isInside($0, at: item.position, diagnostics) && !sources.contains($0)
                    })
            } catch {
                diagnostics.error(
                    "include-outside", "'\(text)' is outside the configuration's folder", at: item.position,
                    suggestion: "write a path inside it, such as rules/*.yaml")
            }
        }
        if files.count > LoadBudget.includedFiles, let node {
            diagnostics.error(
                "too-many-files", "\(files.count) files are included; the limit is \(LoadBudget.includedFiles)",
                at: node.position,
                suggestion: "put several rules into one file")
        }
        return Array(files.sorted().prefix(LoadBudget.includedFiles))
    }

    mutating func hide(_ secret: WrittenSecret) { sources.hide(secret) }

    /// Returns whether a file is inside the folder; a symbolic link must not lead outside.
    private func isInside(_ file: String, at position: SourcePosition, _ diagnostics: DiagnosticCollector) -> Bool {
        guard texts == nil else { return true }
        let root = folder.resolvingSymlinksInPath().path
        let target = folder.appending(path: file).resolvingSymlinksInPath().path
        if target.hasPrefix(root.hasSuffix("/") ? root : root + "/") { return true }
        diagnostics.error(
            "include-outside", "'\(file)' is a symbolic link that leads out of the configuration's folder", at: position,
            suggestion: "copy the file into the folder")
        return false
    }

    /// Returns the pattern with its first component corrected to an existing folder or file.
    private func nearest(to text: String) -> String {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if text.hasPrefix("-") { return "put a space after '-'" }
        let first = parts.first.flatMap {
            Spelling.nearest(to: $0, among: neighbours(of: "x").filter { parts.count == 1 || isFolder($0) })
        }
        guard let first, first != parts.first else { return "create the file, or remove the pattern" }
        return "did you mean '\(([first] + parts.dropFirst()).joined(separator: "/"))'?"
    }

    private func isFolder(_ path: String) -> Bool {
        (try? folder.appending(path: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
    }

    private static func hint(for error: TextFileReader.ReadError) -> String {
        switch error {
        case .missing: "create the file, or write another path"
        case .notAFile: "write the path of a text file"
        case .tooLarge: "reduce its size; long lists may have files of their own"
        case .unreadable: "grant this user read access to it"
        case .notUTF8: "save it as UTF-8"
        }
    }

    private static func code(of error: TextFileReader.ReadError) -> String {
        switch error {
        case .missing: "missing-file"
        case .notAFile: "not-a-file"
        case .tooLarge: "too-large"
        case .unreadable: "unreadable-file"
        case .notUTF8: "not-utf8"
        }
    }
}
