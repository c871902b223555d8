import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import RuleEngine

/// The change of a rule's mode, with the difference that it makes in the rule's file.
struct RuleModeView: Sendable {
    let rule: String
    let title: String
    let hasTitle: Bool
    let mode: String
    let modeText: String
    let newMode: String
    let newModeText: String
    let file: String
    let diff: [RevisionsView.DiffLine]
    /// The digest of the file from which the difference was made.
    let digest: String
    /// The reason why the mode cannot be changed here.
    let obstacle: String
    let canChange: Bool
    let journal: String
    let enforces: Bool

    /// The mode that is offered besides the present one. A disabled rule is tried in shadow mode first.
    static func other(than mode: RuleMode) -> RuleMode {
        switch mode {
        case .shadow: .enforce
        case .enforce, .disabled: .shadow
        }
    }
}

extension ConsoleContext {
    /// A changed mode in the text of its file, before it is written.
    private struct ModeChange {
        var file: String
        var before: String
        var after: String
    }

    /// - Throws: `ScreenError.notFound` for an unknown rule, and for a mode that is none.
    func ruleMode(_ id: String, _ mode: String, _ texts: Texts) async throws -> RuleModeView {
        let (rule, mode) = try self.rule(id, mode)
        var (draft, obstacle) = (ModeChange?.none, "")
        do {
            draft = try await self.draft(rule, mode)
        } catch let error as RuleModeEdit.EditError {
            obstacle = error.description
        } catch let error as ConfigurationFileError {
            obstacle = error.description
        }
        let lines = draft.map { draft in
            func files(_ text: String) -> RevisionFiles { RevisionFiles(root: draft.file, texts: [draft.file: text]) }
            return RevisionDiff(from: files(draft.before.withLineFeeds), to: files(draft.after.withLineFeeds)).lines
        }
        return RuleModeView(
            rule: rule.id, title: rule.title, hasTitle: !rule.title.isEmpty, mode: rule.mode.rawValue,
            modeText: texts["mode_\(rule.mode.rawValue)"], newMode: mode.rawValue, newModeText: texts["mode_\(mode.rawValue)"],
            file: rule.position.file, diff: (lines ?? []).map(RevisionsView.DiffLine.init),
            digest: draft.map { ConfigurationFiles.digest(of: $0.before) } ?? "", obstacle: obstacle,
            canChange: obstacle.isEmpty && lines?.isEmpty == false,
            journal: "/journal?" + QueryText.query([("rule", "rule:\(rule.id)")]), enforces: mode == .enforce)
    }

    /// The change of a rule's mode, made again from the file on disk. A file that has changed meanwhile has another digest.
    ///
    /// - Throws: `ScreenError`.
    func modeEdit(_ form: FormFields) async throws -> ConfigurationEdit {
        let (rule, mode) = try self.rule(form["rule"], form["mode"])
        do {
            let draft = try await self.draft(rule, mode)
            return ConfigurationEdit(
                file: draft.file, text: draft.after.withLineFeeds, digest: form["digest"], author: EditorHandler.author)
        } catch let error as RuleModeEdit.EditError {
            throw ScreenError.refused([error.description])
        } catch let error as ConfigurationFileError {
            throw ScreenError.refused([error.description])
        }
    }

    private func rule(_ id: String, _ mode: String) throws -> (RuleListing, RuleMode) {
        guard let rule = access.configuration().rules.listing.first(where: { $0.id == id }), let mode = RuleMode(rawValue: mode)
        else { throw ScreenError.notFound }
        return (rule, mode)
    }

    private func draft(_ rule: RuleListing, _ mode: RuleMode) async throws -> ModeChange {
        let text = try await checked(nil).files.text(of: rule.position.file)
        let changed = try RuleModeEdit.changing(rule.id, to: mode.rawValue, in: text)
        return ModeChange(file: rule.position.file, before: text, after: changed)
    }
}
