package import MezonModel

/// A link that a message shows.
package struct Link: Hashable, Sendable {
    /// In the original text.
    package var range: TextRange
    /// The original text there.
    package var text: String
    /// In lower case, `hxxp` as `http`; `nil` where the text has none.
    package var scheme: String?
    package var host: DomainName
    /// What follows the host and its port, as written: path, query and fragment.
    package var path: String
    /// The host that a reader takes it to lead to, where the text around it names one.
    package var shown: DomainName?

    /// Whether it leads somewhere else than it shows: `[mezon.ai](https://evil.com)`, `https://mezon.ai@evil.com`.
    package var isMislabelled: Bool { shown.map { $0.registered != host.registered } ?? false }

    /// Whether it asks its reader to join a group or a server.
    package var isInvite: Bool { KnownLinks.isInvite(host, path) }

    /// Whether it hides where it leads.
    package var isShortener: Bool { KnownLinks.shorteners.contains(host) }
}
