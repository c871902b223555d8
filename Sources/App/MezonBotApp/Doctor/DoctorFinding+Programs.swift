import BotConfiguration
import ChatModel
package import Logging
import ProgramBots

extension CompiledConfiguration {
    private var programNames: [String] {
        let settings = configuration.perClan(\.enabledBots).all.joined().filter { $0.program != nil }
        return settings.map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Warns of programs that this process runs unconfined, which only it knows for certain: a service may have fewer rights than a
    /// shell.
    package func warnOfUnconfinedPrograms(_ logger: Logger) {
        let names = programNames
        guard !names.isEmpty, !programs.confinement.isInForce else { return }
        logger.warning(
            "Programs are not confined",
            metadata: ["bots.programs": "\(names.joined(separator: ", "))", "bots.reason": "\(programs.confinement)"])
    }

    /// The findings about bots that are programs: none without such bots.
    func programFindings() -> [DoctorFinding] {
        let names = programNames
        guard !names.isEmpty else { return [] }
        let confinement = programs.confinement
        let text = "programs (\(names.joined(separator: ", "))) run \(confinement)"
        return [
            confinement.isInForce
                ? DoctorFinding(.good, text)
                : DoctorFinding(
                    .warning, text,
                    advice:
                        "they can do what the user of the bot can; install util-linux and permit user namespaces to confine them")
        ]
    }
}
