import ChatModel
import Foundation
import PatternMatching

/// The measurements of one row.
struct MatchingRow {
    var microseconds: Double
    var loadSeconds: Double
    var mebibytes: Double
    var found: Int

    static func measured(_ sought: SearchTermSpec, messages count: Int, seed: UInt64) throws -> MatchingRow {
        let time = SystemTime()
        var chat = ChatText(seed: seed)
        let messages = chat.messages(count)
        let before = Subprocess.residentMiB
        let began = time.uptime
        let scanner = try sought.scanner(seed: seed)
        let load = (time.uptime - began) / .seconds(1)
        // The first round warms caches and RE2's lazily built automata; the best of the others has the least noise.
        var best = Double.infinity
        var found = 0
        for _ in 0..<4 {
            found = 0
            let began = time.uptime
            for message in messages { found += scanner.scan(message).probes.count }
            best = min(best, (time.uptime - began) / .microseconds(1) / Double(count))
        }
        return MatchingRow(microseconds: best, loadSeconds: load, mebibytes: Subprocess.residentMiB - before, found: found)
    }

    var line: String { "\(microseconds) \(loadSeconds) \(mebibytes) \(found)" }
    var figures: [String] { [microseconds, loadSeconds, mebibytes].map(Load.number) + ["\(found)"] }

    init(microseconds: Double, loadSeconds: Double, mebibytes: Double, found: Int) {
        self.microseconds = microseconds
        self.loadSeconds = loadSeconds
        self.mebibytes = mebibytes
        self.found = found
    }

    init?(_ line: String) {
        let numbers = line.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
        guard numbers.count == 4 else { return nil }
        self.init(microseconds: numbers[0], loadSeconds: numbers[1], mebibytes: numbers[2], found: Int(numbers[3]))
    }
}
