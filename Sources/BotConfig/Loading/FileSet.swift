import Foundation

/// The files of one configuration, read within its budget.
struct FileSet {
    let folder: URL
    private(set) var sources = SourceFiles()
    private var bytes = 0

    init(folder: URL) { self.folder = folder }

    /// The root node of a file named relative to the folder; `nil`, and a diagnostic, where there is none.
    mutating func read(_ file: String, _ findings: Findings) -> ConfigNode? {
        var place = Place(file: file, line: 1, column: 1)
        switch FileReading.text(of: folder.appending(path: file), limit: LoadBudget.fileBytes) {
        case .failure(let problem):
            sources.add(file)
            if case .notUTF8(let line, let column) = problem { (place.line, place.column) = (line, column) }
            findings.error(Self.code(of: problem), "the file \(problem.description)", at: place)
            return nil
        case .success(let text):
            sources.add(file, text: text)
            bytes += text.utf8.count
            guard bytes <= LoadBudget.allBytes else {
                findings.error("too-large", "all files together have more than \(LoadBudget.allBytes) bytes", at: place)
                return nil
            }
            return DocumentReader(file: file, findings: findings).read(text)
        }
    }

    /// The files that `include` names, without this one and without repetition.
    func included(by node: ConfigNode?, _ findings: Findings) -> [String] {
        var files: Set<String> = []
        for item in node?.list(orSingle: true, findings) ?? [] {
            guard let text = item.text(findings) else { continue }
            do throws(IncludePattern.Problem) {
                let matches = try IncludePattern(text).matches(in: folder, limit: LoadBudget.includedFiles)
                if matches.isEmpty {
                    findings.warning("include-matches-nothing", "no file matches '\(text)'", at: item.place)
                }
                files.formUnion(matches.filter { isInside($0, at: item.place, findings) && !sources.contains($0) })
            } catch {
                findings.error(
                    "include-outside", "'\(text)' does not stay in the configuration's folder", at: item.place,
                    suggestion: "write a path below it, such as rules/*.yaml")
            }
        }
        if files.count > LoadBudget.includedFiles, let node {
            findings.error(
                "too-many-files", "\(files.count) files are included; \(LoadBudget.includedFiles) are allowed", at: node.place)
        }
        return Array(files.sorted().prefix(LoadBudget.includedFiles))
    }

    mutating func hide(_ lines: ClosedRange<Int>, of file: String) { sources.hide(lines, of: file) }

    /// A symbolic link may not lead where the pattern could not.
    private func isInside(_ file: String, at place: Place, _ findings: Findings) -> Bool {
        let root = folder.resolvingSymlinksInPath().path
        let target = folder.appending(path: file).resolvingSymlinksInPath().path
        if target.hasPrefix(root.hasSuffix("/") ? root : root + "/") { return true }
        findings.error("include-outside", "'\(file)' is a link that leads out of the configuration's folder", at: place)
        return false
    }

    private static func code(of problem: FileReading.Problem) -> String {
        switch problem {
        case .missing: "missing-file"
        case .notAFile: "not-a-file"
        case .tooLarge: "too-large"
        case .unreadable: "unreadable-file"
        case .notUTF8: "not-utf8"
        }
    }
}
