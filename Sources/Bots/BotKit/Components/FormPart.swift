/// A field of a form as it appears in a message.
struct FormPart: Sendable {
    let name: String
    let label: String
    /// The values that may be chosen; nil if any text is allowed.
    let options: [String]?
    /// The minimum and maximum number of values in a field that is not left empty.
    let count: (least: Int, most: Int)
    let isRequired: Bool
    let isDisabled: Bool
    /// The values of the field before anything is entered.
    let initial: [String]

    static func list(of content: Content) -> [FormPart] {
        let embeds = content.extras["embed"]?.array ?? []
        return embeds.flatMap { $0.object?["fields"]?.array ?? [] }.compactMap { $0.object.flatMap(FormPart.init) }
    }

    private init?(_ field: [String: JSONValue]) {
        // An animation takes the place of an input and has no value.
        guard let input = field["inputs"]?.object, let name = input["id"]?.string, input["type"]?.integer != 6 else { return nil }
        self.name = name
        label = field["name"]?.string ?? name
        let component = input["component"]?.object ?? [:]
        let items = (component["options"]?.array ?? input["component"]?.array)?.compactMap(\.object)
        options = items?.compactMap { $0["value"]?.string }
        let usual: Int64 = input["type"]?.integer == 5 ? 1 : Int64(Int32.max)  // A group of radio buttons has one value.
        let most = (component["max_options"] ?? input["max_options"])?.integer ?? usual
        count = (Int(clamping: component["min_options"]?.integer ?? 1), Int(clamping: most))
        isRequired = component["required"] == true || input["required"] == true
        isDisabled = component["disabled"] == true || items?.first?["disabled"] == true
        let text = (component["defaultValue"] ?? component["value"])?.string ?? ""
        initial = items?.filter { $0["default"] == true }.compactMap { $0["value"]?.string } ?? (text.isEmpty ? [] : [text])
    }

    /// Returns the reason why values are not accepted; nil if they are.
    func problem(of texts: [String]) -> LocalizedText? {
        if texts.isEmpty { return nil }
        if let options, let wrong = texts.first(where: { !options.contains($0) }) {
            return LocalizedText("'\(wrong)' is not among the choices", vi: "không có lựa chọn '\(wrong)'")
        }
        guard texts.count > count.most else {
            guard texts.count < count.least else { return nil }
            return LocalizedText("choose at least \(count.least)", vi: "hãy chọn ít nhất \(count.least)")
        }
        return count.most == 1
            ? LocalizedText("choose only one", vi: "chỉ được chọn một")
            : LocalizedText("choose at most \(count.most)", vi: "chỉ được chọn tối đa \(count.most)")
    }
}
