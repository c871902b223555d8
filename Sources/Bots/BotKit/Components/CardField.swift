/// A field of a card: a name with a value, an input, buttons, an animation, or a grid.
public struct CardField: Hashable, Sendable {
    package let json: [String: JSONValue]
    /// The reason why the field cannot be shown.
    package let problem: ComponentError?

    init(_ name: String, _ value: String, _ more: [String: JSONValue] = [:], problem: ComponentError? = nil) {
        json = more.merging(["name": .string(name), "value": .string(value)]) { $1 }
        self.problem = problem
    }

    /// Creates a field with a name and a value. If `isInline` is true, other fields may be shown next to it.
    public static func text(_ name: String, _ value: String, isInline: Bool = false) -> CardField {
        CardField(
            name, value, isInline ? ["inline": true] : [:],
            problem: name.isEmpty && value.isEmpty ? .missing("name", of: "a field of a card") : nil)
    }

    /// Creates a field in which users enter or choose something. Any button of the message submits it.
    public static func input(_ field: FormField) -> CardField {
        CardField(field.label, field.details, ["inputs": field.input], problem: field.problem)
    }

    /// Creates a field with buttons.
    public static func buttons(_ name: String, _ buttons: [Component], value: String = "") -> CardField {
        let problem: ComponentError? =
            if buttons.isEmpty { .missing("button", of: "the field '\(name)'") } else if buttons.contains(where: \.isWide) {
                .selectInField
            } else { buttons.lazy.compactMap(\.problem).first }
        return CardField(name, value, ["button": .array(buttons.map(\.json))], problem: problem)
    }

    /// Creates a field with pictures that roll like the wheels of a slot machine, and stop.
    ///
    /// - Parameters:
    ///   - name: The text above the pictures; may be empty.
    ///   - sheet: The address of an image that contains all pictures.
    ///   - positions: The address of a JSON file with the place of each picture in the image.
    ///   - pool: For each wheel the names of the pictures that pass, the last of which remains.
    ///   - repetitions: The number of turns before a wheel stops.
    ///   - duration: The duration of a turn in seconds.
    ///   - isVertical: A Boolean value that indicates whether the wheels are below each other.
    ///   - showsResult: A Boolean value that indicates whether only the result is shown, as after an edit.
    public static func animation(
        _ name: String = "", sheet: String, positions: String, pool: [[String]], repetitions: Int = 1, duration: Double = 0.5,
        isVertical: Bool = false, showsResult: Bool = false
    ) -> CardField {
        var component: [String: JSONValue] = [
            "url_image": .string(sheet), "url_position": .string(positions),
            "pool": .array(pool.map { .array($0.map { .string($0) }) }), "repeat": .integer(Int64(repetitions)),
            "duration": .number(duration),
        ]
        if isVertical { component["vertical"] = true }
        if showsResult { component["isResult"] = 1 }
        let input: JSONValue = ["id": "animation", "type": 6, "component": .object(component)]
        let wrong = [sheet, positions].first { !WebAddress.isValid($0) }
        let isEmpty = pool.isEmpty || pool.contains(where: \.isEmpty)
        return CardField(
            name, "", ["inputs": input],
            problem: wrong.map { .notAnAddress($0) } ?? (isEmpty ? .missing("picture", of: "a wheel of an animation") : nil))
    }
}
