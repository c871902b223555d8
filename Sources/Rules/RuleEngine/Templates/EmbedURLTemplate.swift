import BotConfiguration
import ChatModel
import Foundation

/// The address of a page or picture in an embed, which begins with `https://`. Values in it are percent-encoded.
struct EmbedURLTemplate: Sendable {
    private let template: Template
    private let key: String

    private static let maxBytes = 2048
    private static let allowed = CharacterSet.urlQueryAllowed.union(CharacterSet(charactersIn: "#%"))

    init?(_ node: ConfigNode, _ key: String, _ compilation: CompilationContext) {
        guard let template = Template(node, compilation) else { return nil }
        if let start = template.beginning {
            guard Self.url(template.literal ?? start) != nil, template.literal != nil || Self.hasWholeHost(start) else {
                compilation.diagnostics.error(
                    "bad-url", "'\(start)' is not the beginning of an address", at: node.position,
                    suggestion: "write https://, a host and a path before the first value")
                return nil
            }
        } else if !template.isTrustedAddress {
            compilation.diagnostics.warning(
                "raw-text", "user text is inserted here as an active link", at: node.position,
                suggestion: "write the host before the value: https://example.org/{{ … }}")
        }
        self.template = template
        self.key = key
    }

    /// Returns the address; `nil`, noted in the trace, if the result is none.
    func text(_ context: inout ActionContext) -> String? {
        let text = template.text(context)
        guard !text.isEmpty else { return nil }
        guard let url = Self.url(text) else {
            context.remark("the embed omits '\(key)': '\(text.prefix(60))' is not an https address")
            return nil
        }
        return url
    }

    private static func hasWholeHost(_ text: String) -> Bool { text.dropFirst("https://".count).contains { "/?#".contains($0) } }

    private static func url(_ text: String) -> String? {
        guard text.hasPrefix("https://"), text.utf8.count <= maxBytes,
            let encoded = text.addingPercentEncoding(withAllowedCharacters: allowed), encoded.utf8.count <= maxBytes
        else { return nil }
        let host = encoded.dropFirst("https://".count).prefix { !"/?#".contains($0) }
        return WebOrigin("https://" + host) == nil ? nil : encoded
    }
}

extension Template {
    /// A Boolean value that indicates whether the server has made the address that the template consists of.
    fileprivate var isTrustedAddress: Bool {
        switch path {
        case .message, .trait(_, .avatar): true
        default: false
        }
    }
}
