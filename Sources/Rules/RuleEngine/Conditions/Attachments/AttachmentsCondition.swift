import BotConfiguration
import ChatModel

/// `attachments: { count, any, all, none }`, where the last three describe files: one description, or a list of alternatives. The
/// matching files are available as `match.attachments`.
struct AttachmentsCondition: ParsableCondition {
    static let name = "attachments"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        if let count = fields.take("count", "The number of files, for example `> 3`.").flatMap({
            [fields] in fields.threshold("count", .count, $0)
        }) {
            fields.add(
                FieldCheck(
                    [count.part], detailKinds: .attachments, meaning: .numbers(.attachments, count.comparison),
                    threshold: MeasuredThreshold(threshold: count) { Double($0.attachments.count) }
                ) { facts in
                    count.comparison.decide(
                        count.part, .count(facts.attachments.count), found: MatchDetails(attachments: facts.attachments))
                })
        }
        Self.read("any", "At least one file matches.", &fields) { part, filters, attachments in
            let fitting = attachments.filter { attachment in filters.contains { $0.fits(attachment) } }
            guard let first = fitting.first else { return .fails(part, Self.none(attachments)) }
            return .holds(Reason(part, first.shown, found: MatchDetails(attachments: fitting)))
        }
        Self.read("all", "There is at least one file, and every file matches.", &fields) { part, filters, attachments in
            guard !attachments.isEmpty else { return .fails(part, Self.none(attachments)) }
            let other = attachments.first { attachment in !filters.contains { $0.fits(attachment) } }
            if let other { return .fails(part, "\(other.shown) does not match") }
            return .holds(Reason(part, "\(attachments.count) match", found: MatchDetails(attachments: attachments)))
        }
        Self.read("none", "No file matches, or there are no files.", &fields) { part, filters, attachments in
            let fitting = attachments.first { attachment in filters.contains { $0.fits(attachment) } }
            if let fitting { return .fails(part, fitting.shown) }
            return .holds(Reason(part, attachments.isEmpty ? "there are no files" : "none of \(attachments.count) matches"))
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }

    private static func read(
        _ field: String, _ doc: StaticString, _ fields: inout FieldReader,
        _ decide: @escaping @Sendable (String, [AttachmentFilter], [Attachment]) -> ConditionResult
    ) {
        let compilation = fields.compilation
        guard let items = fields.items(field, doc) else { return }
        let part = fields.part(field)
        let filters = items.compactMap { AttachmentFilter($0, compilation) }
        fields.add(
            FieldCheck([part], needed: field == "none" ? nil : [.attachment], detailKinds: field == "none" ? [] : .attachments) {
                facts in
                decide(part, filters, facts.attachments)
            }, requiring: field == "none" ? nil : .numbers(.attachments, .atLeast(1)))
    }

    private static func none(_ attachments: [Attachment]) -> String {
        attachments.isEmpty ? "there are no files" : "none of \(attachments.count) matches"
    }
}

extension Facts {
    var attachments: [Attachment] { message?.attachments ?? [] }
}

extension Attachment {
    /// The file's name as shown in traces, shortened because its length is chosen by the sender.
    fileprivate var shown: String { "'\(filename.prefix(60))'" }
}
