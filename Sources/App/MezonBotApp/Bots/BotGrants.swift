import BotConfiguration
import BotKit
import ChatModel

/// Compares the permissions that a bot requires with those that its operator has granted.
enum BotGrants {
    /// - Parameter tokens: The limits of tokens that the account sends; nil if it may send none.
    static func diagnostics(_ enabledBot: EnabledBotSettings, _ manifest: Manifest, tokens: TokenLimits?) -> [Diagnostic] {
        // The permissions of a program are its grants.
        guard enabledBot.program == nil else { return missingHosts(enabledBot, manifest) }
        let wanted = manifest.needs.filter(\.needsGrant).map(\.rawValue).sorted()
        let callsAreWanted = manifest.needs.contains(.call)
        let unnamed = enabledBot.grants.filter { callsAreWanted && ($0.word == Capability.call.rawValue || $0.calls == "") }.map {
            Diagnostic(
                .error, "bad-grant", "a grant of calls names the procedure", at: $0.position,
                suggestion: "write call:CreateEvent, with the name of the procedure that '\(manifest.name)' calls")
        }
        let strange = enabledBot.grants.filter {
            !wanted.contains($0.word) && !(callsAreWanted && $0.calls != nil)
        }.map { grant in
            Diagnostic.unknownWord(
                grant.word, at: grant.position, code: "bad-grant",
                message: wanted.isEmpty
                    ? "'\(manifest.name)' requires no grants"
                    : "'\(manifest.name)' does not require '\(grant.word)'; it requires \(wanted.joined(separator: ", "))",
                candidates: wanted)
        }
        let missing = wanted.filter { need in
            !enabledBot.grants.contains { $0.word == need || need == Capability.call.rawValue && $0.calls != nil }
        }
        let missingLimits = missingHosts(enabledBot, manifest) + missingTokens(enabledBot, manifest, tokens)
        guard !missing.isEmpty else { return unnamed + strange + missingLimits }
        let words = missing.joined(separator: ", ")
        let grants = wanted.map { $0 == Capability.call.rawValue ? "call:NAME" : $0 }
        return unnamed + strange + missingLimits + [
            Diagnostic(
                .error, "missing-grant", "'\(manifest.name)' requires \(words), which is not granted", at: enabledBot.position,
                suggestion: "write grants: [\(grants.joined(separator: ", "))] below it to allow this")
        ]
    }

    /// A warning for a bot that sends web requests while no host is allowed; empty for any other.
    private static func missingHosts(_ enabledBot: EnabledBotSettings, _ manifest: Manifest) -> [Diagnostic] {
        let hosts = enabledBot.http.allowed.union(enabledBot.http.allowedPrivate)
        guard manifest.needs.contains(.request), hosts.isEmpty else { return [] }
        return [
            Diagnostic(
                .warning, "missing-http", "'\(manifest.name)' sends web requests, but no host is allowed",
                at: enabledBot.position,
                suggestion:
                    "write http: { allow: [api.example.org] } for it under 'bots' of the top level, with the hosts that it asks")
        ]
    }

    /// A warning for a bot that sends tokens while the account may send none; empty for any other.
    private static func missingTokens(
        _ enabledBot: EnabledBotSettings, _ manifest: Manifest, _ tokens: TokenLimits?
    ) -> [Diagnostic] {
        guard manifest.needs.contains(.tokens), tokens == nil else { return [] }
        return [
            Diagnostic(
                .warning, "missing-tokens", "'\(manifest.name)' sends tokens, but the account may send none",
                at: enabledBot.position, suggestion: "write bot: { tokens: { per_day: 1000 } }, with the largest sum of a day")
        ]
    }

    /// The capabilities of a program, which are exactly its grants.
    static func capabilities(ofProgram enabledBot: EnabledBotSettings) -> (needs: Set<Capability>, problems: [Diagnostic]) {
        // The lines have no form for calls.
        let known = Capability.allCases.filter { $0 != .call }.map(\.rawValue)
        guard !enabledBot.grants.isEmpty else {
            let problem = Diagnostic(
                .error, "missing-grant", "the program '\(enabledBot.name)' needs the key 'grants'", at: enabledBot.position,
                suggestion: "write grants: [reply], or others of \(known.joined(separator: ", "))")
            return ([], [problem])
        }
        var needs: Set<Capability> = []
        var problems: [Diagnostic] = []
        for grant in enabledBot.grants {
            if let capability = Capability(rawValue: grant.word), capability != .call {
                needs.insert(capability)
            } else {
                problems.append(
                    .unknownWord(
                        grant.word, at: grant.position, code: "bad-grant",
                        message: "'\(grant.word)' is not a permission of programs; known are \(known.joined(separator: ", "))",
                        candidates: known))
            }
        }
        return (needs, problems)
    }
}
