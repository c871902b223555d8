import ChatModel
import Foundation
import MezonBotApp
import Storage

/// Starts of a bot with a damaged copy of its data directory.
struct DamageTrial {
    /// The outcome of a start.
    enum Outcome: String, CaseIterable {
        /// The damage has changed no row.
        case harmless
        /// Damaged rows were reported, and not used.
        case reported
        /// What could be read was saved, or the archive made anew.
        case saved
        /// The bot did not start and said why.
        case refused
        /// Rows at the end of the log are gone.
        case cut
        case failed
    }

    private let environment: SoakEnvironment
    private let asker: ChatUser
    private let image: DirectoryImage
    private let files: [String]
    private let reference: StoredRows
    /// The rows without what is written again if the end of the log is gone.
    private let unsettledReference: StoredRows
    private let time = SystemTime()
    private var random: SplitMix64
    private var number = 0
    private var counts: [String: [Outcome: Int]] = [:]
    private(set) var failures: [String] = []

    /// - Parameter environment: An environment whose bot has answered all questions and was killed.
    init(_ environment: SoakEnvironment, asker: ChatUser, seed: UInt64) async throws {
        self.environment = environment
        self.asker = asker
        random = SplitMix64(seed: seed)
        let image = try DirectoryImage(of: environment.dataFolder)
        self.image = image
        files = image.files.keys.filter { $0.contains(".sqlite") && !image.files[$0, default: []].isEmpty }.sorted()
        let copy = environment.dataFolder(of: "reference")
        try image.write(to: copy)
        reference = try StoredRows(of: DataDirectory.database(in: copy))
        unsettledReference = try StoredRows(of: DataDirectory.database(in: copy), withSettlements: false)
    }

    /// Damages one file and starts the bot.
    mutating func run() async throws {
        number += 1
        let file = files[(number - 1) % files.count]
        let kind = FileDamage.allCases[(number - 1) / files.count % FileDamage.allCases.count]
        var damaged = image
        kind.apply(to: &damaged.files[file, default: []], using: &random)
        let node = "d\(number)"
        try damaged.write(to: environment.dataFolder(of: node))
        let problems = try await start(node, file, kind)
        if problems.isEmpty {
            try FileManager.default.removeItem(atPath: environment.dataFolder(of: node))
        } else {
            count(file, kind, .failed)
            for problem in problems {
                failures.append("\(node), \(file), \(kind.rawValue): \(problem)")
                print(failures.last ?? "")
            }
        }
    }

    private mutating func count(_ file: String, _ kind: FileDamage, _ outcome: Outcome) {
        counts["\(file), \(kind.rawValue)", default: [:]][outcome, default: 0] += 1
    }

    /// Starts the bot, lets it verify its files, and stops it. Returns what is wrong.
    private mutating func start(_ node: String, _ file: String, _ kind: FileDamage) async throws -> [String] {
        let answers = try await answerCount()
        let bot: ChildProcess
        let log = environment.folder.appending(path: "bot-\(node).log")
        do {
            bot = try await environment.startBot(node: node)
        } catch SoakEnvironment.Failure.notReady {
            return try refusal(log, file, kind)
        }
        try await time.sleep(for: .milliseconds(1500))  // The background verification takes less.
        bot.end()
        if bot.process.terminationReason == .uncaughtSignal { return ["ended by signal \(bot.process.terminationStatus)"] }
        var problems: [String] = []
        let more = try await answerCount() - answers
        if more != 0 { problems.append("\(more) answers were given again") }
        return problems + (try await compare(node, try String(contentsOf: log, encoding: .utf8), file, kind))
    }

    private mutating func refusal(_ log: URL, _ file: String, _ kind: FileDamage) throws -> [String] {
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        let isTrap = lines.contains { $0.contains("Fatal error") || $0.contains("Crash") || $0.contains("crashed") }
        guard !isTrap, lines.contains(where: { $0.contains("damaged") || $0.contains("cannot be") }) else {
            return ["did not start: \(lines.suffix(3).joined(separator: " | "))"]
        }
        count(file, kind, .refused)
        return []
    }

    /// Compares the rows that the bot has used with those of the undamaged copy.
    private mutating func compare(
        _ node: String, _ log: String, _ file: String, _ kind: FileDamage
    ) async throws -> [String] {
        let path = DataDirectory.database(in: environment.dataFolder(of: node))
        let findings = try await DatabaseVerification(of: path).findings()
        var problems: [String] = []
        if !findings.structure.isEmpty, !log.contains("Database damaged") {
            problems.append("the structure is damaged, and not reported: \(findings.structure[0])")
        }
        let isSaved = log.contains("Database saved") || log.contains("The archive is made anew")
        guard findings.structure.isEmpty else {
            count(file, kind, .reported)
            return problems
        }
        // Without the end of the log, deliveries are found in their channels and settled again.
        let isLog = file == "bot.sqlite-wal"
        let (reference, rows) = (isLog ? unsettledReference : reference, try StoredRows(of: path, withSettlements: !isLog))
        var (isReported, isCut) = (log.contains("Damaged row set aside"), false)
        for table in StoredRows.tables.keys.sorted() {
            let differing = reference.differing(in: rows, table)
            let isFound = findings.rows.contains { $0.contains("of \(table) differ") } || isReported
            if !differing.isEmpty, !isFound { problems.append("\(table) \(differing.prefix(5)) differ silently") }
            isReported = isReported || !differing.isEmpty
            let missing = reference.missingCount(in: rows, table)
            guard missing > 0, !log.contains("Database saved") else { continue }
            if isLog { isCut = true } else { problems.append("\(missing) rows of \(table) are gone silently") }
        }
        let outcome: Outcome = isCut ? .cut : isSaved ? .saved : isReported || !findings.isEmpty ? .reported : .harmless
        if problems.isEmpty { count(file, kind, outcome) }
        return problems
    }

    private func answerCount() async throws -> Int {
        var count = 0
        for channel in environment.channels {
            count += try await asker.history(of: channel).count { $0.text.hasPrefix("answer to ") }
        }
        return count
    }

    /// The numbers of starts by file, damage and outcome.
    var table: String {
        let header = (["file and damage"] + Outcome.allCases.map(\.rawValue)).joined(separator: "\t")
        let lines = counts.sorted { $0.key < $1.key }.map { name, outcomes in
            ([name] + Outcome.allCases.map { "\(outcomes[$0] ?? 0)" }).joined(separator: "\t")
        }
        let sums = Outcome.allCases.map { outcome in "\(counts.values.reduce(0) { $0 + ($1[outcome] ?? 0) })" }
        return ([header] + lines + [(["all"] + sums).joined(separator: "\t")]).joined(separator: "\n")
    }
}
