/// A new text for one file of the configuration.
package struct ConfigurationEdit: Codable, Sendable, Hashable {
    /// The file's name, relative to the configuration's folder.
    package var file: String
    /// The new text, with line feeds.
    package var text: String
    /// The digest of the text that the author has seen. If the file differs from it, nothing is written.
    package var digest: String
    /// The author, for example `console`.
    package var author: String
    /// A Boolean value that indicates whether the text is written in spite of errors. The active rules then stay.
    package var keepsErrors: Bool

    package init(file: String, text: String, digest: String, author: String, keepsErrors: Bool = false) {
        self.file = file
        self.text = text
        self.digest = digest
        self.author = author
        self.keepsErrors = keepsErrors
    }
}
