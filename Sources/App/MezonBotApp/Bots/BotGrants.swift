import BotConfiguration
import BotKit

/// Compares the permissions that a bot requires with those that its operator has granted.
enum BotGrants {
    static func diagnostics(_ enabledBot: EnabledBotSettings, _ manifest: Manifest) -> [Diagnostic] {
        let wanted = manifest.needs.filter(\.needsGrant).map(\.rawValue).sorted()
        let strange = enabledBot.grants.filter { !wanted.contains($0.word) }.map { grant in
            Diagnostic.unknownWord(
                grant.word, at: grant.position, code: "bad-grant",
                message: wanted.isEmpty
                    ? "'\(manifest.name)' requires no grants"
                    : "'\(manifest.name)' does not require '\(grant.word)'; it requires \(wanted.joined(separator: ", "))",
                candidates: wanted)
        }
        let missing = wanted.filter { need in !enabledBot.grants.contains { $0.word == need } }
        guard !missing.isEmpty else { return strange }
        let words = missing.joined(separator: ", ")
        return strange + [
            Diagnostic(
                .error, "missing-grant", "'\(manifest.name)' requires \(words), which is not granted", at: enabledBot.position,
                suggestion: "write grants: [\(wanted.joined(separator: ", "))] below it to allow this")
        ]
    }
}
