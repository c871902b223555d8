import Foundation

/// The source checkout from which a build with new bots is made.
struct SourceCheckout {
    let folder: URL

    /// - Throws: `BotScaffoldError.notACheckout`.
    init(_ folder: String) throws(BotScaffoldError) {
        self.folder = URL(fileURLWithPath: folder, isDirectory: true)
        for part in ["Package.swift", RegistryText.file, "Sources/Bots/BotKit", "Tests/BotsTests/Fixtures"]
        where !FileManager.default.fileExists(atPath: file(part).path) {
            throw .notACheckout(folder: folder, missing: part)
        }
    }

    func file(_ path: String) -> URL { URL(fileURLWithPath: path, relativeTo: folder).absoluteURL }

    /// - Throws: `BotScaffoldError.cannotEdit`.
    func text(of path: String, toAdd line: String) throws(BotScaffoldError) -> String {
        do {
            return try String(contentsOf: file(path), encoding: .utf8)
        } catch {
            throw .cannotEdit(file: path, why: "cannot be read", add: line)
        }
    }

    /// The file that declares a type of this name visible to a bot: among the bots, or in their imported modules.
    func declaration(of type: String) -> String? { Self.declaration(of: type, in: folder, ["Bots"] + Self.framework) }

    /// The parts of a checkout whose types every bot sees.
    static let framework = ["Sources/Bots/BotKit", "Sources/Model/ChatModel"]

    static func declaration(of type: String, in folder: URL, _ parts: [String]) -> String? {
        for part in parts {
            let root = folder.appending(path: part)
            let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
            for file in files.sorted() where file.hasSuffix(".swift") {
                // An unreadable file declares nothing that the compiler could find.
                guard let text = try? String(contentsOf: root.appending(path: file), encoding: .utf8) else { continue }
                if text.split(separator: "\n").contains(where: { Self.declares(type, $0) }) { return "\(part)/\(file)" }
            }
        }
        return nil
    }

    private static let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]

    private static func declares(_ type: String, _ line: Substring) -> Bool {
        guard line.first?.isWhitespace == false else { return false }  // A nested type does not conflict.
        let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        guard let kind = words.firstIndex(where: { kinds.contains($0) }), kind + 1 < words.count else { return false }
        return words[kind + 1].lowercased() == type.lowercased()
    }
}
