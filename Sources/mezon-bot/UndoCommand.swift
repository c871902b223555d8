import ArgumentParser
import Foundation
import MezonBot
import MezonModel
import Moderation
import Persistence

/// Takes back what the rules did to people.
struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back what the rules did to people.",
        discussion: """
            Prints its plan, and with --yes has it carried out: by the running bot, or by the next that starts. A ladder gets \
            back what was counted for them; a rule that is still enforced punishes again.
            """)

    @OptionGroup var which: CaseOptions

    @Option(name: .customLong("case"), help: "This case.")
    var number: Int64?

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "Carry the plan out.")
    var yes = false

    func validate() throws {
        guard number != nil || which.rule != nil || which.user != nil else {
            throw ValidationError("name a --case, a --rule or a --user; --since limits how far back it goes")
        }
    }

    func run() async throws {
        let now = SystemTime().now
        let (reversal, cases, listing, enforced) = try await data.reading { reader in
            var filter = try await which.filter(reader)
            filter.ids = number.map { [$0] }
            let found = try await reader.cases(filter)
            let known = try await reader.cases(ofUsersIn: found)
            // Of many, those that are over and were counted for nothing would only hide the others.
            let cases = number == nil ? found.filter { $0.isOpen || !$0.isUndone && $0.draft.strike != nil } : found
            return (
                Reversal(cases, known: known, at: now), cases,
                CaseListing(try await reader.names(in: cases), in: try await reader.timeZone()),
                try await reader.enforcedRules()
            )
        }
        guard !cases.isEmpty else { throw CommandError(.failed, "there are no such cases, or all of them are over") }
        for line in listing.plan(reversal, enforced: enforced) { print(line) }
        guard !reversal.ending.isEmpty else { return print("Nothing can be taken back.") }
        guard yes else { return print("This is the plan; add --yes to carry it out.") }
        let undo = SystemEvent.Undo(
            cases: reversal.ending, by: SystemEvent.Undo.command, clan: cases.first?.draft.clan ?? 0,
            channel: cases.first?.draft.channel ?? 0,
            inverses: reversal.actions, strikes: reversal.strikes, at: now)
        do {
            print(try AdminClient(folder: data.folder).ask(.undo(undo)).lines.joined(separator: "\n"))
        } catch AdminSocketError.notThere {
            try await leave(undo)
            print("No bot runs with '\(data.folder)': the next that starts carries it out.")
        } catch let error as AdminSocketError {
            throw CommandError(.failed, "\(error)")
        }
    }

    /// Appends it to the journal of a house that does not run.
    private func leave(_ undo: SystemEvent.Undo) async throws {
        do {
            try await OfflineStore.append(.undo(undo), in: data.folder, seal: try data.seal())
        } catch let error as StorageError {
            throw CommandError(.failed, "\(error)")
        }
    }
}
