extension FormField {
    /// The reason why the field cannot be shown.
    package var problem: ComponentError? {
        if name.isEmpty { return .missing("name", of: "the form field '\(label)'") }
        switch control {
        case .input, .date: return nil
        case .select(.text, _, let options, let count): return SelectOption.problem(of: name, options, count)
        case .select(_, _, _, let count): return count.lowerBound > 0 ? nil : .noChoice(field: name)
        case .radio(let options, let most): return SelectOption.problem(of: name, options, min(1, most)...most)
        }
    }

    /// The input in Mezon's format, as a field of an embed carries it (Documentation/Protocol.md §3.6).
    var input: JSONValue {
        switch control {
        case .input(let type, let placeholder, let value, let isLong):
            var component: [String: JSONValue] = [
                "id": .string("\(name)-component"), "type": .string(type), "placeholder": .string(placeholder),
                "defaultValue": .string(value), "textarea": .bool(isLong),
            ]
            if isRequired { component["required"] = true }
            if isDisabled { component["disabled"] = true }
            return .object(["id": .string(name), "type": 3, "component": .object(component)])
        case .select(let kind, let placeholder, let options, let count):
            var component = SelectOption.select(kind, placeholder, options, count)
            if isRequired { component["required"] = true }
            if isDisabled { component["disabled"] = true }
            return .object(["id": .string(name), "type": 2, "component": .object(component)])
        case .radio(let options, let most):
            let buttons = options.map { option in
                var button = option.json
                button["name"] = .string(name)
                if let style = option.style { button["style"] = .integer(style.rawValue) }
                if isDisabled { button["disabled"] = true }
                return JSONValue.object(button)
            }
            var input: [String: JSONValue] = ["id": .string(name), "type": 5, "component": .array(buttons)]
            if most > 1 { input["max_options"] = .integer(Int64(most)) }
            if isRequired { input["required"] = true }  // Checked on submission; clients have no such sign for radio buttons.
            return .object(input)
        case .date(let value):
            var component: [String: JSONValue] = value.isEmpty ? [:] : ["value": .string(value)]
            if isRequired { component["required"] = true }
            if isDisabled { component["disabled"] = true }
            return .object(["id": .string(name), "type": 4, "component": .object(component)])
        }
    }
}

extension SelectOption {
    package static let maxOptions = 25  // As many as a phone shows without a search field.

    /// The option in Mezon's format.
    fileprivate var json: [String: JSONValue] {
        var object: [String: JSONValue] = ["label": .string(label), "value": .string(value)]
        if !details.isEmpty { object["description"] = .string(details) }
        if isDefault { object["default"] = true }
        return object
    }

    /// Returns the properties of a select.
    static func select(
        _ kind: SelectKind, _ placeholder: String, _ options: [SelectOption], _ count: ClosedRange<Int>
    ) -> [String: JSONValue] {
        var component: [String: JSONValue] = [
            "type": .integer(kind.rawValue), "placeholder": .string(placeholder),
            "min_options": .integer(Int64(count.lowerBound)), "max_options": .integer(Int64(count.upperBound)),
        ]
        if kind == .text { component["options"] = .array(options.map { .object($0.json) }) }
        if let first = options.first(where: \.isDefault) {
            component["valueSelected"] = ["label": .string(first.label), "value": .string(first.value)]
        }
        return component
    }

    /// Returns the reason why options cannot be chosen from.
    package static func problem(of name: String, _ options: [SelectOption], _ count: ClosedRange<Int>) -> ComponentError? {
        guard options.count <= maxOptions else {
            return .tooManyChoices(route: name, count: options.count, most: maxOptions)
        }
        guard count.lowerBound > 0 else { return .noChoice(field: name) }
        guard count.upperBound <= options.count else {
            return .badCount(field: name, count, options: options.count)
        }
        if options.contains(where: { $0.value.isEmpty || $0.label.isEmpty && $0.details.isEmpty }) {
            return .missing("label or value", of: "an option of '\(name)'")
        }
        var values: Set<String> = []
        return options.first { !values.insert($0.value).inserted }.map { .sameChoice(field: name, value: $0.value) }
    }
}
