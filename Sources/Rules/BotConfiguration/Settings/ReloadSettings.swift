import Foundation

/// The requirements for a change of the configuration while the bot runs.
package struct ReloadSettings: Hashable, Sendable {
    /// The absolute path of the folder of tests that changed rules have to pass; nil for none.
    package var tests: String?
    /// The position of the folder in the file.
    package var testsPosition: SourcePosition?

    /// The comparison with the active rules that changed rules have to pass; nil for none.
    package var backtest: Backtest?

    package struct Backtest: Hashable, Sendable {
        /// The duration of the history up to now.
        package var length: Duration
        /// The differences for which changed rules are refused.
        package var refuse: BacktestLimit
        /// The position of the differences in the file.
        package var position: SourcePosition
    }

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
        let history = map.take(
            "backtest", "The history over which changed rules are compared with the active ones, for example 24h.")
        let limit = map.take("refuse", "The differences for which changed rules are refused, for example removals > 0.")
        map.finish()
        // A misspelt `refuze` is reported already.
        if let history, limit == nil, !map.hasUnknownKeys {
            diagnostics.error(
                "missing-key", "a backtest without 'refuse' refuses nothing", at: history.position,
                suggestion: "add 'refuse', for example refuse: removals > 0")
        }
        if let limit, history == nil, !map.hasUnknownKeys {
            diagnostics.error(
                "missing-key", "'refuse' needs a 'backtest'", at: limit.position, suggestion: "add 'backtest', for example 24h")
        }
        guard let history, let limit, let length = history.duration(diagnostics),
            let conditions = limit.backtestLimit(diagnostics)
        else { return }
        backtest = Backtest(length: length, refuse: conditions, position: limit.position)
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
