import BotKit
import ChatModel
import Foundation

/// Messages that a program sends.
extension ProgramAction {
    private static let maxFiles = 10  // Of one message: each may have to be uploaded before it is sent.
    private static let maxLength = 200  // Characters of a file's name and type.

    func draft(_ fields: inout JSONFields) async throws -> Draft {
        if let draft = try kindDraft(&fields) { return draft }
        let files = try await files(&fields)
        guard let text = try fields.text("text") ?? (files.isEmpty ? nil : "") else {
            throw JSONFields.FieldError(message: "a message needs 'text'")
        }
        var extras: [String: JSONValue] = [:]
        if let value = fields.value("extras") {
            guard let object = value.object else { throw JSONFields.FieldError(message: "'extras' must be an object") }
            guard object["t"] == nil else {
                throw JSONFields.FieldError(message: "'extras' cannot hold 't', which is the text: write it as 'text'")
            }
            extras = object
        }
        let mentions = try (fields.list("mentions") ?? []).map { item -> Mention in
            var mention = try JSONFields(item, "a mention")
            guard let user: UserID = try mention.id("user"), let start = try mention.whole("s"), let end = try mention.whole("e"),
                let name = TextRange(start, end).slice(of: text)
            else { throw JSONFields.FieldError(message: "a mention needs 'user', and its range in the text as 's' and 'e'") }
            _ = mention.value("name")
            try mention.finish()
            return Mention(user: user, username: String(name.drop { $0 == "@" }), range: TextRange(start, end))
        }
        var content = Content(text, extras: extras)
        // Middleware and the splitting of long texts move its ranges with the text.
        content.takeMarkup()
        return Draft(content, mentions: mentions, attachments: files)
    }

    /// Reads a poll, a location or a contact, which takes the place of a text.
    private func kindDraft(_ fields: inout JSONFields) throws -> Draft? {
        if let value = fields.value("poll") {
            var poll = try JSONFields(value, "'poll'")
            let draft = Draft(
                poll: Poll(
                    try poll.needed("question"), try poll.texts("answers") ?? [], hours: try poll.whole("hours") ?? 24,
                    allowsMultipleAnswers: try poll.flag("multiple") ?? false))
            try poll.finish()
            return draft
        }
        if let value = fields.value("location") {
            var location = try JSONFields(value, "'location'")
            guard let latitude = try location.number("latitude"), let longitude = try location.number("longitude") else {
                throw JSONFields.FieldError(message: "'location' needs 'latitude' and 'longitude'")
            }
            try location.finish()
            return Draft(location: Location(latitude: latitude, longitude: longitude))
        }
        guard let value = fields.value("contact") else { return nil }
        var contact = try JSONFields(value, "'contact'")
        guard let user: UserID = try contact.id("user") else { throw JSONFields.FieldError(message: "'contact' needs 'user'") }
        let draft = Draft(
            contact: ContactCard(
                user, username: try contact.needed("username"), name: try contact.text("name") ?? "",
                avatar: try contact.address("avatar") ?? ""))
        try contact.finish()
        return draft
    }

    private func files(_ fields: inout JSONFields) async throws -> [Attachment] {
        guard let items = try fields.list("files") else { return [] }
        guard items.count <= Self.maxFiles else {
            throw JSONFields.FieldError(message: "a message has at most \(Self.maxFiles) files")
        }
        var files: [Attachment] = []
        for item in items {
            var file = try JSONFields(item, "a file")
            var attachment = try await attachment(&file)
            attachment.width = try file.whole("width") ?? 0
            attachment.height = try file.whole("height") ?? 0
            attachment.durationInSeconds = try file.whole("seconds") ?? 0
            attachment.thumbnail = try file.address("thumbnail") ?? ""
            try file.finish()
            files.append(attachment)
        }
        return files
    }

    /// Reads a file that is given by its address or by its bytes.
    private func attachment(_ file: inout JSONFields) async throws -> Attachment {
        let (name, type) = (try file.needed("name"), try file.needed("type"))
        guard [name, type].allSatisfy({ $0.count <= Self.maxLength && $0.terminalSafe == $0 }) else {
            throw JSONFields.FieldError(
                message: "the name and the type of a file must be one line of at most \(Self.maxLength) characters")
        }
        switch (try file.address("url"), try file.text("base64")) {
        case (let url?, nil):
            return Attachment(filename: name, url: url, mediaType: type, sizeInBytes: try file.whole("size") ?? 0)
        case (nil, let text?):
            guard let bytes = Data(base64Encoded: text) else {
                throw JSONFields.FieldError(message: "'base64' of the file '\(name)' must be its bytes in Base64")
            }
            do {
                return try await keep(name, type, bytes)
            } catch let error as FileError {
                throw JSONFields.FieldError(message: "the file '\(name)' cannot be sent: \(error)")
            }
        default: throw JSONFields.FieldError(message: "a file needs either 'url' or 'base64'")
        }
    }
}

extension JSONFields {
    /// Takes a web address. Any other could name a file that the host keeps for bots.
    mutating func address(_ key: String) throws -> String? {
        guard let text = try text(key) else { return nil }
        guard WebAddress.isValid(text) else {
            throw FieldError(message: "'\(key)' must be an address with https:// or http://, not '\(text.terminalLine)'")
        }
        return text
    }
}
