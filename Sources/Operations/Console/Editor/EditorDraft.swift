import Foundation
import MezonBotApp

/// A text for one file of the configuration that has not been saved.
struct EditorDraft: Sendable, Hashable {
    var file: String
    /// The text with line feeds, as files are read and written here.
    var text: String
    /// The digest of the file when it was opened.
    var digest: String

    init(file: String, text: String, digest: String) {
        self.file = file
        self.text = text
        self.digest = digest
    }

    /// Reads the fields of a form. Browsers send carriage returns with every line feed.
    ///
    /// - Throws: `ScreenError.invalid` for a text that is too long.
    init(_ form: FormFields) throws(ScreenError) {
        let text = (form.all("text").first ?? "").withLineFeeds
        guard text.utf8.count <= ConfigurationFiles.maxBytes else { throw .invalid("text") }
        self.init(file: form["file"], text: text, digest: form["digest"])
    }

    /// The first character that a page would show by its code, with its line; nil if the page shows the text as it is.
    static func firstHiddenCharacter(in text: String) -> (line: Int, code: String)? {
        var line = 1
        for scalar in text.unicodeScalars {
            if scalar == "\n" { line += 1 }
            if scalar != "\n", scalar != "\t", EscapedContent.isHidden(scalar) { return (line, EscapedContent.code(scalar)) }
        }
        return nil
    }
}

extension String {
    /// The text with line feeds in place of carriage returns.
    var withLineFeeds: String { replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n") }
}
