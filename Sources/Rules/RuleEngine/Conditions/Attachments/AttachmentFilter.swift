import BotConfiguration
import ChatModel
import PatternMatching

/// A description of a file: `{ extension_in, media_type, size, name, double_extension }`. All given fields must match.
struct AttachmentFilter: Sendable {
    private var extensions: Set<String>?
    private var mediaTypes: [MediaType]?
    private var size: Comparison?
    private var nameTests: [TextCheck] = []
    private var scanner: TextScanner?
    private var hasDoubleExtension: Bool?

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        guard var map = MapReader(node, "a file filter", diagnostics) else { return nil }
        if let items = map.take("extension_in", "File name extensions, for example `[exe, apk]`.")?.list(
            orSingle: true, diagnostics)
        {
            extensions = Set(items.compactMap { $0.text(diagnostics) }.map { $0.drop { $0 == "." }.lowercased() })
        }
        if let items = map.take("media_type", "The declared media type, for example `image/png` or `image/*`; one or several.")?
            .list(orSingle: true, diagnostics)
        {
            mediaTypes = items.compactMap { MediaType($0, diagnostics) }
        }
        size = map.take("size", "The file size, for example `> 20MB`.").flatMap { Comparison($0, .size, diagnostics) }
        if let name = map.take("name", "Conditions on the file's name, with the fields of `text`.") {
            let registrar = StandaloneScanRegistrar()
            let reader = TextFieldReader(registrar: registrar, part: "name", compilation: compilation)
            if var nameMap = MapReader(name, "'name'", diagnostics) {
                nameTests = reader.tests(&nameMap)
                nameMap.finish()
                scanner = registrar.scanner
            }
        }
        hasDoubleExtension = map.take(
            "double_extension", "Whether an executable has a document's extension before its own, for example `photo.jpg.exe`.")?
            .truth(
                diagnostics)
        map.finish()
        guard diagnostics.errors == before else { return nil }
        if extensions == nil, mediaTypes == nil, size == nil, nameTests.isEmpty, hasDoubleExtension == nil {
            diagnostics.error("missing-value", "a file filter needs at least one field", at: node.position)
            return nil
        }
    }

    func fits(_ attachment: Attachment) -> Bool {
        let name = FileName(attachment.filename)
        if let extensions, !extensions.contains(name.ending) { return false }
        if let mediaTypes, !mediaTypes.contains(where: { $0.covers(attachment.mediaType) }) { return false }
        if let size, !size.holds(attachment.sizeInBytes) { return false }
        if let hasDoubleExtension, name.hasDoubleExtension != hasDoubleExtension { return false }
        guard let scanner else { return true }
        let scanResult = TextScanResult(hits: [scanner.scan(attachment.filename)])
        return nameTests.allSatisfy { $0.decide(scanResult, in: attachment.filename).holds }
    }
}
