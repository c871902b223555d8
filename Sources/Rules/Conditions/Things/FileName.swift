/// A file's name, split into its extensions.
struct FileName: Hashable, Sendable {
    /// The parts after the dots, in lower case. Spaces and trailing dots are ignored, as on Windows.
    private let endings: [String]

    init(_ name: String) {
        let parts = name.lowercased().split(separator: ".").map { $0.filter { !$0.isWhitespace && $0 != "\u{202E}" } }
        endings = parts.dropFirst(name.hasPrefix(".") ? 0 : 1).filter { !$0.isEmpty }.map { String($0) }
    }

    /// The last extension, for example `exe`; empty for a name without a dot.
    var ending: String { endings.last ?? "" }

    /// A Boolean value that indicates whether an executable hides behind the extension of a document: `photo.jpg.exe`.
    var posesAsDocument: Bool {
        guard endings.count >= 2, let last = endings.last else { return false }
        return Self.running.contains(last) && Self.looking.contains(endings[endings.count - 2])
    }

    private static let running: Set<String> = [
        "exe", "scr", "bat", "cmd", "com", "pif", "msi", "msix", "js", "jse", "vbs", "vbe", "wsf", "hta", "ps1", "lnk", "jar",
        "apk",
        "iso", "img", "dll", "cpl", "reg", "sh", "app", "dmg", "pkg", "html", "htm",
    ]

    private static let looking: Set<String> = [
        "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "txt", "rtf", "csv", "jpg", "jpeg", "png", "gif",
        "webp",
        "bmp", "heic", "mp3", "mp4", "mov", "avi", "mkv", "wav",
    ]
}
