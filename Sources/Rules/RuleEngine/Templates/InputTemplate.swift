import BotConfiguration
import BotKit
import ChatModel

/// An input of a form within an embed: `{ id, label, type, placeholder, value, required, options, most }`. Any button of the message
/// submits the form; what was entered is `form.ID`.
struct InputTemplate: Sendable {
    private enum Kind: String, CaseIterable, Sendable {
        case text, lines, number, date, select, radio, users, roles, channels

        var hasOptions: Bool { self == .select || self == .radio }
        var isChoice: Bool { ![.text, .lines, .number, .date].contains(self) }
    }

    let id: String
    private let label: Template
    private let kind: Kind
    private let placeholder: Template?
    private let value: Template?
    private let details: Template?
    private let options: [OptionTemplate]
    private let most: Int
    private let isRequired: Bool

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        guard var map = MapReader(node, "an input", diagnostics) else { return nil }
        let id = map.require("id", "The input's name: what is entered is `form.NAME`.")?.text(diagnostics)
        let label = map.require("label", "The text above the input.").flatMap { Template($0, compilation) }
        let typeNode = map.take(
            "type",
            "`text`, `lines`, `number`, `date`, `select`, `radio`, `users`, `roles` or `channels` (default: text, or select).")
        let type = typeNode?.choice(Kind.self, "a type of input", diagnostics)
        details = map.take("details", "The text below the label.").flatMap { Template($0, compilation) }
        placeholder = map.take("placeholder", "The text in the input until something is entered.").flatMap {
            Template($0, compilation)
        }
        let valueNode = map.take("value", "What the input contains at first.")
        value = valueNode.flatMap { Template($0, compilation) }
        isRequired = map.take("required", "Whether it must be filled in (default: false).")?.truth(diagnostics) ?? false
        let optionsNode = map.take(
            "options", "The options of a select or of radio buttons: values, or { label, value, details, default }.")
        let options = optionsNode.flatMap { OptionTemplate.read($0, compilation) }
        let limitNode = map.take("most", "The number of options that can be chosen (default: 1).")
        most = limitNode?.wholeNumber(in: 1...SelectOption.maxOptions, diagnostics) ?? 1
        map.finish()
        kind = type ?? (optionsNode == nil ? .text : .select)
        self.options = options ?? []
        if kind.hasOptions, optionsNode == nil {
            diagnostics.error(
                "missing-key", "an input of the type '\(kind.rawValue)' needs options", at: typeNode?.position ?? node.position,
                suggestion: "add options: [yes, no]")
        }
        if let optionsNode, !kind.hasOptions {
            diagnostics.error(
                "unknown-key", "an input of the type '\(kind.rawValue)' has no options", at: optionsNode.position,
                suggestion: "write type: select, or remove the options")
        }
        if let valueNode, kind.isChoice {
            diagnostics.error(
                "unknown-key", "a choice has no value of its own", at: valueNode.position,
                suggestion: "write default: true in one of its options")
        }
        if let limitNode, !kind.isChoice {
            diagnostics.error(
                "unknown-key", "an input of the type '\(kind.rawValue)' has nothing to choose", at: limitNode.position,
                suggestion: "remove most")
        } else if let limitNode, kind.hasOptions, let options, most > options.count {
            diagnostics.error(
                "wrong-number", "there are not so many options to choose", at: limitNode.position, suggestion: "remove most")
        }
        guard diagnostics.errors == before, let id, let label else { return nil }
        self.id = id
        self.label = label
    }

    /// Returns the field of an embed in Mezon's format; `nil`, noted in the trace, if it cannot be shown.
    func json(_ context: inout ActionContext) -> JSONValue? {
        let field = CardField.input(field(context))
        guard let problem = field.problem else { return .object(field.json) }
        context.remark("the embed omits an input: \(problem)")
        return nil
    }

    private func field(_ context: ActionContext) -> FormField {
        let label = label.text(context)
        let placeholder = placeholder?.text(context) ?? ""
        let value = value?.text(context) ?? ""
        let choices = options.map { $0.option(context) }
        let field: FormField =
            switch kind {
            case .text: .text(id, label, placeholder: placeholder, value: value)
            case .lines: .lines(id, label, placeholder: placeholder, value: value)
            case .number: .number(id, label, placeholder: placeholder, value: value)
            case .date: .date(id, label, value: value)
            case .select: .select(id, label, choices, placeholder: placeholder, count: 1...most)
            case .radio: .radio(id, label, choices, most: most)
            case .users: .users(id, label, placeholder: placeholder, count: 1...most)
            case .roles: .roles(id, label, placeholder: placeholder, count: 1...most)
            case .channels: .channels(id, label, placeholder: placeholder, count: 1...most)
            }
        let described = details.map { field.described($0.text(context)) } ?? field
        return isRequired ? described.required() : described
    }
}
