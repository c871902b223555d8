package import BotConfiguration
package import ConnectorKit
import RuleEngine

/// The JSON schema of `config.yaml` and rule files for editors, derived from the readers themselves.
package enum ConfigurationSchema {
    package static func make(connectors: [any Connector.Type] = .standard) -> JSONSchema {
        let recorder = SchemaRecorder()
        recorder.explore { root, findings in
            guard let configuration = ConfigurationLoader.sample(root, formats: connectors.formats, findings) else { return }
            RuleCompiler(configuration).recordSchema(findings)
        }
        return JSONSchema(recorder)
    }
}

extension CompiledConfiguration {
    /// The schema with the networks of this build.
    package var schema: JSONSchema { ConfigurationSchema.make(connectors: connectors) }
}
