import ChatModel
import MezonTestGateway

/// A story that is told to new clans, with and without faults.
struct StorySimulation {
    private struct Difference {
        var lines: [String]
        /// The faults, by the numbers of the actions before which they were drawn.
        var faults: [Int: String]
        var skipped: Set<Int>
    }

    /// Returns a new clan, and what tells it the story.
    let prepare: () async throws -> (clan: TestClan, tell: () async throws -> Void)

    /// - Throws: `TestClanError.faultChangesOutcome`; the errors of the story.
    func run(seeds: Int, from first: UInt64) async throws {
        for seed in (0..<UInt64(max(0, seeds))).map({ first &+ $0 }) {
            guard var failure = try await difference(seed, without: []) else { continue }
            // Faults that do not matter are left out, one after the other.
            for number in failure.faults.keys.sorted() {
                if let smaller = try await difference(seed, without: failure.skipped.union([number])) { failure = smaller }
            }
            throw TestClanError.faultChangesOutcome(
                seed: seed, faults: failure.faults.sorted { $0.key < $1.key }.map { "action \($0.key): \($0.value)" },
                differences: failure.lines)
        }
    }

    private func difference(_ seed: UInt64, without skipped: Set<Int>) async throws -> Difference? {
        let told = try await outcome(.faults(StoryFaults(seed: seed, skipped: skipped)))
        let expected = try await outcome(.pauses(told.record.pauses))
        if let error = expected.error { throw error }
        let lines = told.error.map { ["the story ends with an error: \($0)"] } ?? told.outcome.differences(from: expected.outcome)
        return lines.isEmpty ? nil : Difference(lines: lines, faults: told.record.faults, skipped: skipped)
    }

    private func outcome(
        _ mode: StoryMode
    ) async throws -> (outcome: StoryOutcome, record: StoryRecord, error: (any Error)?) {
        let (clan, tell) = try await prepare()
        await clan.runtime.begin(mode)
        var failure: (any Error)?
        do {
            try await tell()
        } catch {
            try Task.checkCancellation()
            failure = error
        }
        let record = await clan.runtime.endStory()
        return (StoryOutcome(of: clan), record, failure)
    }
}

/// The messages, members and ephemeral messages at the end of a story, as users see them.
private struct StoryOutcome {
    /// The messages by the names of their channels.
    private var messages: [String: [String]] = [:]
    private var members: [String] = []
    private var ephemerals: [String: [String]] = [:]

    init(of clan: TestClan) {
        let me = clan.names.user(TestClanSetup.bot)
        for channel in clan.runtime.sender.gateway({ $0.channels(readBy: me) }) {
            let name = channel.label.isEmpty ? "the conversation with \(channel.partner)" : "#\(channel.label)"
            messages[name, default: []] += clan.runtime.sender.gateway { $0.messages(in: channel.id, limit: 1000) }.map(Self.line)
        }
        members = clan.runtime.sender.gateway { $0.members(of: clan.id) }.map { "\($0.user) with the roles \($0.roles.sorted())" }
        for user in clan.knownUsers {
            let drafts = clan.ephemeralMessages(to: user) + clan.runtime.sender.lostEphemerals(to: user.id)
            ephemerals[user.name] = drafts.map { TranscriptFormatter.quoted($0.content.text) }.sorted()
        }
    }

    private static func line(_ message: Message) -> String {
        let reactions = message.reactions.map { "\($0.emoji) by \($0.sender)" }.sorted()
        let parts =
            ["\(message.author.username): \(TranscriptFormatter.quoted(message.text))"]
            + message.attachments.map { "with \($0.filename)" } + reactions
        return parts.joined(separator: " ")
    }

    func differences(from other: StoryOutcome) -> [String] {
        var found: [String] = []
        for name in Set(messages.keys).union(other.messages.keys).sorted() {
            let (lines, expected) = (messages[name] ?? [], other.messages[name] ?? [])
            if lines != expected {
                found.append("\(name): \(lines.joined(separator: " | ")) instead of \(expected.joined(separator: " | "))")
            }
        }
        if members != other.members {
            found.append("members: \(members.joined(separator: " | ")) instead of \(other.members.joined(separator: " | "))")
        }
        for name in Set(ephemerals.keys).union(other.ephemerals.keys).sorted() where ephemerals[name] != other.ephemerals[name] {
            let (lines, expected) = (ephemerals[name] ?? [], other.ephemerals[name] ?? [])
            found.append("shown to \(name) alone: \(lines) instead of \(expected)")
        }
        return found
    }
}
