/// A file's name, split into its extensions.
struct FileName: Hashable, Sendable {
    /// The parts after the dots, in lower case. Spaces and trailing dots are ignored, as on Windows.
    private let extensions: [String]

    init(_ name: String) {
        let parts = name.lowercased().split(separator: ".").map { $0.filter { !$0.isWhitespace && $0 != "\u{202E}" } }
        extensions = parts.dropFirst(name.hasPrefix(".") ? 0 : 1).filter { !$0.isEmpty }.map { String($0) }
    }

    /// The last extension, for example `exe`; empty for a name without a dot.
    var ending: String { extensions.last ?? "" }

    /// A Boolean value that indicates whether an executable hides behind the extension of a document: `photo.jpg.exe`.
    var hasDoubleExtension: Bool {
        guard extensions.count >= 2, let last = extensions.last else { return false }
        return Self.executableExtensions.contains(last) && Self.documentExtensions.contains(extensions[extensions.count - 2])
    }

    private static let executableExtensions: Set<String> = [
        "exe", "scr", "bat", "cmd", "com", "pif", "msi", "msix", "js", "jse", "vbs", "vbe", "wsf", "hta", "ps1", "lnk", "jar",
        "apk",
        "iso", "img", "dll", "cpl", "reg", "sh", "app", "dmg", "pkg", "html", "htm",
    ]

    private static let documentExtensions: Set<String> = [
        "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "txt", "rtf", "csv", "jpg", "jpeg", "png", "gif",
        "webp",
        "bmp", "heic", "mp3", "mp4", "mov", "avi", "mkv", "wav",
    ]
}
