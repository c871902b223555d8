public import Foundation

/// A web address argument; schemes other than http and https are rejected.
extension URL: WordArgument {
    /// The label `link`.
    public static var label: LocalizedText { LocalizedText("link", vi: "liên kết") }
    /// The phrase "a link that begins with https://".
    public static var expects: LocalizedText {
        LocalizedText("a link that begins with https://", vi: "một liên kết bắt đầu bằng https://")
    }

    /// Creates the address from a word, which may be in angle brackets.
    public init?(_ word: String) {
        let bare = word.hasPrefix("<") && word.hasSuffix(">") ? String(word.dropFirst().dropLast()) : word
        guard let url = URL(string: bare), ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false
        else {
            return nil
        }
        self = url
    }
}
