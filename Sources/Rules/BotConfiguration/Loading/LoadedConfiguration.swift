/// The result of loading a configuration.
package struct LoadedConfiguration: Sendable {
    /// The configuration; `nil` if `config.yaml` itself could not be read or `bot` is invalid. If the diagnostics contain errors,
    /// it is incomplete and serves only to let later checks add diagnostics.
    package var configuration: Configuration?
    package var diagnostics: [Diagnostic]
    package var sources: SourceFiles
}
