package import BotConfiguration
package import BotKit
package import ConnectorKit
import RuleEngine

/// The JSON schema of `config.yaml` and rule files for editors, derived from the readers themselves.
package enum ConfigurationSchema {
    package static func make(
        connectors: [any Connector.Type] = .standard, registry: BotRegistry = BotRegistry([])
    ) -> JSONSchema {
        make(connectors: connectors, middleware: registry.middlewareNames)
    }

    static func make(connectors: [any Connector.Type], middleware: MiddlewareNames) -> JSONSchema {
        let recorder = SchemaRecorder()
        recorder.explore { root, findings in
            let sample = ConfigurationLoader.sample(root, formats: connectors.formats, middleware: middleware, findings)
            guard let configuration = sample else { return }
            RuleCompiler(configuration).recordSchema(findings)
        }
        return JSONSchema(recorder)
    }
}

extension CompiledConfiguration {
    /// The schema with the networks and middleware of this build.
    package var schema: JSONSchema { ConfigurationSchema.make(connectors: connectors, middleware: middlewareNames) }
}
