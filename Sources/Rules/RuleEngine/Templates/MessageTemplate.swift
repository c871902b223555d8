import BotConfiguration
import BotKit
import ChatModel

/// A message as written by an operator: `{ text, embed, selects, buttons, headers, allow_mentions }`.
struct MessageTemplate: Sendable {
    private let text: Template?
    private let embed: EmbedTemplate?
    private let selects: [SelectTemplate]
    private let buttons: [ButtonTemplate]
    private let rights: AllowedMentions
    private let headers: HeadersTemplate?

    /// Takes its keys out of a map that may have other keys; `nil`, with diagnostics, if they are invalid or the message is
    /// empty.
    ///
    /// - Parameter mayBeEmpty: A Boolean value that indicates whether the action has a default message.
    init?(_ map: inout MapReader, mayBeEmpty: Bool = false, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        let textNode = map.take("text", "The text.")
        text = textNode.flatMap { Template($0, compilation) }
        embed = map.take("embed", "An embed below the text.").flatMap { EmbedTemplate($0, compilation) }
        let selectsNode = map.take(
            "selects", "Selects below the message; a choice triggers rules with the trigger `form` and is `form.choice`.")
        let selectNodes = selectsNode?.list(orSingle: true, diagnostics) ?? []
        var routes: Set<String> = []
        selects = selectNodes.compactMap { node in
            guard let select = SelectTemplate(node, compilation) else { return nil }
            guard routes.insert(select.route).inserted else {
                diagnostics.error(
                    "same-value", "two selects of the message have the route '\(select.route)'", at: node.position,
                    suggestion: "give each its own route")
                return nil
            }
            return select
        }
        let buttonsNode = map.take("buttons", "Buttons below the message; a press triggers rules with the trigger `button`.")
        let buttonNodes = buttonsNode?.list(orSingle: true, diagnostics) ?? []
        buttons = buttonNodes.compactMap { ButtonTemplate($0, compilation) }
        if selectNodes.count + (buttonNodes.count + 4) / 5 > Component.maxRows, let node = buttonsNode ?? selectsNode {
            diagnostics.error(
                "too-many", "a message has at most \(Component.maxRows) rows, with five buttons or one select each",
                at: node.position)
        }
        rights =
            map.take("allow_mentions", "The names that an `@name` in the text may notify: everyone, roles and users.")
            .map { AllowedMentions($0, compilation) } ?? .none
        headers =
            map.take(
                "headers", "Machine-readable headers before the text: { ticket: { id: \"{{ message.id }}\", urgent: true } }."
            )
            .flatMap { HeadersTemplate($0, compilation) }
        if !mayBeEmpty { map.requireOne(of: ["text", "embed", "headers"]) }
        guard diagnostics.errors == before, mayBeEmpty || !isEmpty else { return nil }
        if let textNode { review(textNode, isAlone: false, compilation) }
    }

    /// Reads the whole argument of an action: a text, or a map of these keys only.
    init?(alone keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard let argument = keyword.argument(diagnostics) else { return nil }
        guard argument.isMap(diagnostics) else {
            self.init(argument, compilation)
            return
        }
        guard var map = MapReader(argument, "'\(keyword.name)'", diagnostics) else { return nil }
        let form = MessageTemplate(&map, compilation)
        map.finish()
        guard let form else { return nil }
        self = form
    }

    /// Reads a message that consists of a text.
    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard let text = Template(node, compilation) else { return nil }
        self.text = text
        embed = nil
        selects = []
        buttons = []
        rights = .none
        headers = nil
        review(node, isAlone: true, compilation)
    }

    private func review(_ node: ConfigNode, isAlone: Bool, _ compilation: CompilationContext) {
        guard let text else { return }
        if text.isBlank, embed == nil, headers == nil {
            compilation.diagnostics.warning(
                "empty-text", "the text is empty, so no message is sent", at: node.position,
                suggestion: "write a text, or remove the action")
        }
        MentionReview(text: text, node: node, rights: rights, isAlone: isAlone, compilation: compilation).run()
    }

    var isEmpty: Bool { text == nil && embed == nil && headers == nil }

    /// Returns the message; `nil` if it is empty. A value that looks like a header is not taken for one: only the rule writes
    /// headers, not the users whose text it shows.
    func draft(_ context: inout ActionContext) -> Draft? {
        let card = embed?.json(&context)
        let front = headers?.text(&context) ?? ""
        let isTextless = card != nil || text == nil && !front.isEmpty
        guard var draft = text?.draft(context, notifying: rights) ?? (isTextless ? Draft("") : nil) else { return nil }
        if headers != nil || text?.beginsWithValue == true { draft.prepend(headers: front) }
        if let card { draft.content.extras["embed"] = .array([card]) }
        let components = selects.compactMap { $0.select(&context) } + buttons.compactMap { $0.button(&context) }
        if !components.isEmpty { draft.content.extras["components"] = .array(Component.rows(of: components)) }
        return draft
    }
}
