package enum BotError: Error, Equatable, CustomStringConvertible {
    /// The action's capability is missing from the manifest.
    case notInManifest(Capability)
    /// State was changed in `prepare`.
    case onlyReads
    /// The kind of an action that would be read by people who cannot read where the event happened.
    case leavesPrivatePlace(String)
    /// The kind of an action that would post into another clan than that of the event.
    case leavesClan(String, from: ClanID, to: ClanID)
    /// The kind of an action that would change something in another clan than that of the event.
    case actsInOtherClan(String, from: ClanID, to: ClanID)
    /// The kind of an action, and what is in it.
    case unwritable(String, String)
    /// The name of a remote procedure that the operator does not allow.
    case callNotGranted(String)

    /// A Boolean value that indicates whether an answer was refused because of where its event happened.
    package var isDisclosure: Bool {
        switch self {
        case .leavesPrivatePlace, .leavesClan, .actsInOtherClan: true
        case .notInManifest, .onlyReads, .unwritable, .callNotGranted: false
        }
    }

    package var description: String {
        switch self {
        case .notInManifest(let capability): "it requested \(capability.rawValue), which its manifest does not list"
        case .onlyReads: "state cannot be changed in prepare; change it in handle"
        case .leavesPrivatePlace(let kind): "its \(kind) would show content of a private channel to users who cannot read it"
        case .leavesClan(let kind, let source, let destination):
            "its \(kind) would show content of clan \(source) in clan \(destination); give each clan its own option under 'clans:'"
        case .actsInOtherClan(let kind, let source, let destination):
            "its \(kind) would act on clan \(destination) because of an event in clan \(source)"
        case .callNotGranted(let name): "it called \(name), which is not granted; write grants: [call:\(name)] to allow it"
        case .unwritable(let kind, let problem): "its \(kind) contains \(problem)"
        }
    }
}
