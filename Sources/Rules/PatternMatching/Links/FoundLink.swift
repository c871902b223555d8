package import ChatModel

/// A link in a message.
package struct FoundLink: Hashable, Sendable {
    /// The range in the original text.
    package var range: TextRange
    /// The link as written.
    package var text: String
    /// The scheme in lower case, with `hxxp` as `http`; `nil` if the text has none.
    package var scheme: String?
    package var host: DomainName
    /// The part after the host and port, as written: path, query and fragment.
    package var path: String
    /// The host that the surrounding text shows as the destination, if it names one.
    package var shown: DomainName?

    /// A Boolean value that indicates whether the link leads elsewhere than it shows: `[mezon.ai](https://evil.com)`,
    /// `https://mezon.ai@evil.com`.
    package var isMislabelled: Bool { shown.map { $0.registered != host.registered } ?? false }

    /// A Boolean value that indicates whether the link is an invitation to a group or server.
    package var isInvite: Bool { KnownLinks.isInvite(host, path) }

    /// A Boolean value that indicates whether the link hides its destination.
    package var isShortener: Bool { KnownLinks.shorteners.contains(host) }
}
