import Foundation

/// The requirements for a change of the configuration while the bot runs.
package struct ReloadSettings: Hashable, Sendable {
    /// The absolute path of the folder of tests that changed rules have to pass; nil for none.
    package var tests: String?
    /// The position of the folder in the file.
    package var testsPosition: SourcePosition?

    package init() {}
}

extension ReloadSettings {
    init(_ node: ConfigNode, folder: URL, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(node, "'reload'", diagnostics) else { return }
        map.expect(["fixtures", "folder"], for: "tests")
        if let given = map.take(
            "tests", "The folder of fixtures that changed rules have to pass, for example fixtures (default: none).")
        {
            tests = given.path(in: folder, diagnostics)
            testsPosition = given.position
        }
        map.finish()
    }

    /// The error if the folder of tests does not exist; nil if it does, and without the setting.
    package var missingFolder: Diagnostic? {
        guard let tests, let testsPosition else { return nil }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: tests, isDirectory: &isFolder), isFolder.boolValue { return nil }
        return Diagnostic(
            .error, "no-folder", "there is no folder \(tests), whose tests changed rules have to pass", at: testsPosition,
            suggestion: "create it, or remove `reload`")
    }
}
