package import BotConfig
import Rules

/// What `config.yaml` and rule files may hold, for editors: learned from the readers themselves.
package enum ConfigurationSchema {
    package static func make() -> JSONSchema {
        let recorder = SchemaRecorder()
        recorder.explore { root, findings in
            guard let configuration = ConfigurationLoader.sketch(root, findings) else { return }
            RuleCompiler(configuration).sketch(findings)
        }
        return JSONSchema(recorder)
    }
}
