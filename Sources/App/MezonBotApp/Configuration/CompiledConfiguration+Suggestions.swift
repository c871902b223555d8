import BotConfiguration
import Moderation
import ProgramBots
package import Replay

extension CompiledConfiguration {
    /// Its files, for suggestions that change numbers in them.
    package var suggestionFiles: SuggestionFiles {
        SuggestionFiles(texts: files.texts, secretFiles: secretFiles) { drafts in
            guard let changed = load(drafts, .omitted).compiled, changed.failedTests().isEmpty || !failedTests().isEmpty else {
                return nil
            }
            return changed.rules
        }
    }
}
