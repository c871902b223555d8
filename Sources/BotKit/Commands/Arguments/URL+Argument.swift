public import Foundation

/// A web address; any other kind of address is refused.
extension URL: WordArgument {
    public static var label: LocalizedText { LocalizedText("link", vi: "liên kết") }
    public static var expects: LocalizedText {
        LocalizedText("a link that begins with https://", vi: "một liên kết bắt đầu bằng https://")
    }

    public init?(_ word: String) {
        let bare = word.hasPrefix("<") && word.hasSuffix(">") ? String(word.dropFirst().dropLast()) : word
        guard let url = URL(string: bare), ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false
        else {
            return nil
        }
        self = url
    }
}
