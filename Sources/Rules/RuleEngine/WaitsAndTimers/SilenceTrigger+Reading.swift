import BotConfiguration

extension SilenceTrigger {
    init?(length node: ConfigNode, _ compilation: CompilationContext) {
        guard let length = node.duration(compilation.diagnostics) else { return nil }
        self.length = length
        clock = nil
    }

    /// Takes its keys out of a map that may have other keys.
    init?(_ map: inout MapReader, _ compilation: CompilationContext) {
        let before = compilation.diagnostics.errors
        let length = map.require("for", "The length of the silence, for example `2h`.")?.duration(compilation.diagnostics)
        clock = map.take("clock", "A calendar; only its open hours count.").flatMap { compilation.clock($0) }
        guard compilation.diagnostics.errors == before, let length else { return nil }
        self.length = length
    }
}
