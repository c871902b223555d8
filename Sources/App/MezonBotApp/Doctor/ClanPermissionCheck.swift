import ChatModel
import RuleEngine

/// Compares the permissions that rules and bots need in a clan with those of the bot's roles.
struct ClanPermissionCheck {
    let clan: Clan
    let permissions: Set<String>
    /// A Boolean value that indicates whether Mezon's own server decides. Its treatment of applications' permissions is not
    /// documented.
    let isRemote: Bool

    /// One finding for each required permission, in the order of `PermissionRequirement`; empty if none is required.
    func findings(_ claims: [PermissionClaim]) -> [DoctorFinding] {
        PermissionRequirement.allCases.compactMap { need in
            let claims = claims.filter { $0.needs.contains(need) }
            return claims.isEmpty ? nil : finding(need, claims)
        }
    }

    private func finding(_ need: PermissionRequirement, _ claims: [PermissionClaim]) -> DoctorFinding {
        if need.isMet(by: permissions) {
            let doubt = isRemote ? " (Mezon may still deny it to applications)" : ""
            return DoctorFinding(
                .good, "\(clan.name): the bot's roles allow \(need.rawValue), required by \(list(claims))\(doubt)")
        }
        // Enforced rules fail first and are named; rules in shadow mode are named only if there are no others.
        let inForce = claims.filter(\.isInForce)
        let what = "\(clan.name): the bot's roles lack \(need.rawValue), required by \(list(inForce.isEmpty ? claims : inForce))"
        guard inForce.isEmpty else {
            return DoctorFinding(.bad, what, advice: "give the bot a role with \(need.rawValue), or disable what requires it")
        }
        return DoctorFinding(
            .warning, "\(what) (in shadow)", advice: "give the bot a role with \(need.rawValue) before you enforce them")
    }

    private static let maxNamed = 3

    private func list(_ claims: [PermissionClaim]) -> String {
        let names = claims.prefix(Self.maxNamed).map(\.who)
        let rest = claims.count - names.count
        return (names + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ")
    }
}
