import Foundation

/// Runs the same messages and search terms through the engines that Python has.
struct MatchingPeers {
    let python: String
    let messages: Int
    let seed: UInt64

    private struct Job: Encodable {
        var messages: [String]
        var rows: [Row]
    }

    private struct Row: Encodable {
        var kind: String
        var count: Int
        var texts: [String]
    }

    func printFigures(beside ours: [SearchTermSpec: MatchingRow]) async throws {
        var chat = ChatText(seed: seed)
        let kinds: [SearchTermSpec.Kind] = [.words, .phrases, .patterns]
        let rows = ours.keys.filter { kinds.contains($0.kind) }.sorted {
            ($0.kind.rawValue, $0.count) < ($1.kind.rawValue, $1.count)
        }
        let job = Job(
            messages: chat.messages(messages),
            rows: rows.map { Row(kind: $0.kind.rawValue, count: $0.count, texts: $0.texts(seed: seed).map(\.text)) })
        let file = FileManager.default.temporaryDirectory.appending(
            path: "matching-\(ProcessInfo.processInfo.processIdentifier).json")
        try JSONEncoder().encode(job).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "matching.py")
        let lines = try Subprocess.output(of: URL(fileURLWithPath: python), [script.path, file.path]).split(separator: "\n")
        print("\nPython, without folding             sought    us/msg    load s      MiB   times ours, folding included")
        for line in lines {
            let cells = line.split(separator: "\t").map(String.init)
            guard cells.count == 6, let cost = Double(cells[3]), let sought = SearchTermSpec("\(cells[1]):\(cells[2])") else {
                print(line)
                continue
            }
            let ratio = ours[sought].map { Load.number(cost / $0.microseconds) + " x" } ?? ""
            let columns = zip(cells, [16, 10, 8, 10, 10, 9]).map { String(repeating: " ", count: max(1, $1 - $0.count)) + $0 }
            print(columns.joined() + "   " + ratio)
        }
    }
}
