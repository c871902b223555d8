import ChatModel
import EventProcessing
import Storage

extension CaseTestRecorder {
    /// The search for the fewest events and words with which a decision is made again.
    struct Search {
        struct Found {
            var recording: FixtureRecorder.Recording
            var forbidden: [ForbiddenAction]
            var keptWords: Int
        }

        private let recorder: FixtureRecorder
        private let cause: JournalReader.Line
        private let author: String
        private let kinds: Set<String>
        private var omitted: Set<String> = []
        private var isCauseOmitted = false

        init(_ recorder: FixtureRecorder, _ cause: JournalReader.Line, author: String, kinds: Set<String>) {
            self.recorder = recorder
            self.cause = cause
            self.author = author
            self.kinds = kinds
        }

        /// Returns the smallest recording that was found.
        ///
        /// - Parameters:
        ///   - actor: The user who caused the event.
        ///   - maxBefore: The number of events before that are tried.
        ///   - plays: The number of replays.
        /// - Throws: `CaseTestError`, errors of the replay and of the store.
        mutating func smallest(
            _ reader: JournalReader, _ actor: UserID, maxBefore: Int, plays: Int
        ) async throws -> Found {
            let clan = cause.entry.clan
            let all = try await recorder.lines(before: cause.entry.sequence, count: maxBefore) { line in
                line.entry.clan == clan && !line.entry.isOwn && line.entry.event.map(Self.isPlayed) == true
            }
            let near = all.filter { $0.entry.channel == cause.entry.channel || $0.entry.event?.actor == actor }
            let directory = try await recorder.directory(of: all + [cause])
            var reduction = Reduction(attempts: plays)
            var start: [JournalReader.Line]?
            for candidate in [[], near, all] where start == nil {
                if try await reduction.attempt({ try await repeats(candidate, .all, directory) != nil }) { start = candidate }
            }
            guard let start else {
                throw isCauseOmitted && all.isEmpty
                    ? CaseTestError.notInFixtures(entry: cause.entry.sequence, reasons: omitted.sorted())
                    : notRepeated(after: all.count)
            }
            let kept = try await reduction.minimized(start) { try await repeats($0, .all, directory) != nil }
            let words = (kept + [cause]).flatMap { line in Self.words(of: line) }
            let needed = try await reduction.minimized(words) { try await repeats(kept, .some(Set($0)), directory) != nil }
            guard let recording = try await repeats(kept, .some(Set(needed)), directory) else {
                throw notRepeated(after: all.count)
            }
            return Found(recording: recording, forbidden: forbidden(in: recording), keptWords: needed.count)
        }

        func notRepeated(after count: Int) -> CaseTestError {
            .notRepeated(author: author, kinds: kinds.sorted(), before: count)
        }

        /// Returns the recording of some lines and the cause if the decision is made again; nil if not.
        private mutating func repeats(
            _ before: [JournalReader.Line], _ words: KeptWords, _ directory: FixtureDirectory
        ) async throws -> FixtureRecorder.Recording? {
            let recording = try await recorder.write(before + [cause], in: directory, keeping: words)
            guard recording.sequences.last == cause.entry.sequence else {
                isCauseOmitted = true
                omitted.formUnion(recording.leftOut.keys)
                return nil
            }
            let found = Set(recording.lastActions.filter { $0.author == author }.map(\.kind))
            return kinds.isSubset(of: found) ? recording : nil
        }

        /// Returns what must not occur: a measure of any author, unless others take the same. Others may say something.
        private func forbidden(in recording: FixtureRecorder.Recording) -> [ForbiddenAction] {
            kinds.sorted().map { kind in
                let isShared = recording.lastActions.contains { $0.kind == kind && $0.author != author }
                return ForbiddenAction(kind: kind, author: isShared || CaseTestRecorder.talk.contains(kind) ? author : nil)
            }
        }

        private static func isPlayed(_ event: Event) -> Bool {
            switch event {
            case .system(.activity), .system(.response): true
            case .system: false
            default: true
            }
        }

        private static func words(of line: JournalReader.Line) -> [KeptWords.Word] {
            switch line.entry.event {
            case .message(let message)?, .edit(let message)?:
                (0..<TextAnonymizer.wordCount(of: message.text)).map { .init(entry: line.entry.sequence, number: $0) }
            default: []
            }
        }
    }
}
