/// What came of reading a configuration.
package struct LoadedConfiguration: Sendable {
    /// `nil` where `config.yaml` itself could not be read, or `bot` is wrong. With errors among the diagnostics it is incomplete, and is
    /// only there so that later checks can add to them.
    package var configuration: Configuration?
    package var diagnostics: [Diagnostic]
    package var sources: SourceFiles
}
