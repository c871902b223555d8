import Foundation

/// The folder of the configuration, outside of which no tool reads a file that the client names: reports of errors quote lines.
struct ConfigurationFolder {
    private let folder: URL

    init(of configuration: String) { folder = URL(fileURLWithPath: configuration).deletingLastPathComponent() }

    /// Returns the path of a YAML file in the folder; nil if there is none at that place, or a link leads elsewhere.
    func path(of name: String) -> String? {
        guard !name.hasPrefix("/"), !name.split(separator: "/").contains(".."), [".yaml", ".yml"].contains(where: name.hasSuffix)
        else { return nil }
        let file = folder.appending(path: name).resolvingSymlinksInPath()
        let inside = folder.resolvingSymlinksInPath().path
        guard file.path.hasPrefix(inside.hasSuffix("/") ? inside : inside + "/"),
            [".yaml", ".yml"].contains(where: file.path.hasSuffix),
            FileManager.default.fileExists(atPath: file.path)
        else { return nil }
        return file.path
    }
}
