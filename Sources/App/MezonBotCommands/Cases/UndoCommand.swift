import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Storage

/// Reverses the measures that rules took against users.
struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the measures of cases.",
        discussion: """
            Prints a plan; --apply performs it, in the running bot or at the next start. Strikes are removed from ladders; a rule that \
            is still enforced acts again. --test writes a fixture of the fewest events after which the rules would take the measures \
            again, with other names, and the words of messages only where the decision depends on them; it fails until the rules are \
            corrected. It is written first: if that fails, nothing is undone. Exit codes: 0 success, 1 failure or no matching case, \
            2 configuration errors (--test).
            """)

    @Argument(help: ArgumentHelp("Case: '12', or 'lab/12' with its clan", valueName: "id"))
    var reference: CaseReference?

    @OptionGroup var which: CaseOptions
    @OptionGroup var recorded: CaseTestOptions
    @OptionGroup var scope: ClanScopeOptions
    @OptionGroup var assistant: AssistantOptions
    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: "Perform the plan")
    var apply = false

    @Flag(help: "Print the plan as a JSON array with an object for each clan")
    var json = false

    func validate() throws {
        guard reference != nil || which.rule != nil || which.user != nil else {
            throw ValidationError("pass a case, --rule or --user; --since and --clan narrow the selection")
        }
        guard reference != nil || recorded.test == nil else {
            throw ValidationError("--test makes a test of one case; pass its number")
        }
    }

    func run() async throws {
        let now = SystemTime().now
        let (cases, known, listing, enforced, test) = try await data.reading { reader in
            let places = try await scope.places(reader)
            var filter = try await which.filter(reader, in: places)
            if let reference {
                let incident = try await reader.incident(reference, of: filter.clan, in: places.scope)
                (filter.clan, filter.number) = (incident.clan, incident.number)
            }
            // A case is reversed as a whole.
            let found = try await reader.incidents(filter, in: places.scope).flatMap(\.measures)
            let known = try await reader.cases(ofUsersIn: found)
            // In a list of many cases, those that have ended without a strike would only hide the others.
            let cases = reference == nil ? found.filter { $0.isOpen || !$0.isUndone && $0.draft.strike != nil } : found
            return (
                cases, known,
                CaseListing(try await reader.names(in: cases), in: try await reader.timeZone()),
                try await reader.enforcedRules(), try await recorded.write(found, reader)
            )
        }
        let reversal = Reversal(cases, known: known, at: now)
        guard !cases.isEmpty else { throw CommandError(.failed, "no matching cases, or all of them have ended") }
        // Each clan is handled separately, so that its moderators are notified of their own cases only.
        let undos = Dictionary(grouping: cases, by: \.draft.clan).sorted { $0.key < $1.key }.compactMap { clan, cases in
            let reversal = Reversal(cases, known: known, at: now)
            return reversal.ending.isEmpty
                ? nil
                : SystemEvent.Undo(
                    cases: reversal.ending, by: assistant.author ?? SystemEvent.command, clan: clan,
                    channel: cases.first?.draft.channel ?? 0,
                    inverses: reversal.actions, strikes: reversal.strikes,
                    measures: reversal.measures, at: now)
        }
        if json {
            try printJSON(CaseTestOptions.Planned.list(undos, test))
        } else {
            for line in test?.lines ?? [] { print(line) }
            for line in listing.plan(reversal, enforced: enforced) { print(line) }
            if undos.isEmpty {
                print("Nothing can be undone.")
            } else if !apply {
                print("This is the plan; pass --apply to perform it.")
            }
        }
        guard apply else { return }
        for undo in undos {
            let outcome = try await perform(undo)
            if !json { print(outcome) }
        }
    }

    /// Returns the outcome for the user.
    private func perform(_ undo: SystemEvent.Undo) async throws -> String {
        do {
            return try AdminClient(folder: data.folder).ask(.undo(undo)).lines.joined(separator: "\n")
        } catch AdminSocketError.notThere {
            try await leave(undo)
            return "No bot is running with '\(data.folder)'; the next start will perform the plan."
        } catch let error as AdminSocketError {
            throw CommandError(.failed, "\(error)")
        }
    }

    /// Appends the event to the journal of an application that is not running.
    private func leave(_ undo: SystemEvent.Undo) async throws {
        do {
            try await OfflineStore.append(.undo(undo), in: data.folder, cipher: try data.cipher())
        } catch let error as StorageError {
            throw CommandError(.failed, "\(error)")
        }
    }
}
