/// A file attached to a message.
public struct Attachment: Hashable, Sendable, Codable {
    /// The file's name.
    public var filename: String
    /// The address of the file.
    public var url: String
    /// A MIME type, or one of the words `image`, `video`, `audio`, `doc`.
    public var mediaType: String
    /// The size in bytes; zero if unknown.
    public var sizeInBytes: Int
    /// The width of an image or video in pixels; zero if unknown.
    public var width: Int
    /// The height of an image or video in pixels; zero if unknown.
    public var height: Int
    /// The address of a small picture of the file, or the picture itself as a `data:` address; may be empty.
    public var thumbnail: String
    /// The duration of a recording in seconds; zero if unknown.
    public var durationInSeconds: Int

    /// Creates an attachment.
    public init(
        filename: String, url: String, mediaType: String, sizeInBytes: Int = 0, width: Int = 0, height: Int = 0,
        thumbnail: String = "", durationInSeconds: Int = 0
    ) {
        self.filename = filename
        self.url = url
        self.mediaType = mediaType
        self.sizeInBytes = sizeInBytes
        self.width = width
        self.height = height
        self.thumbnail = thumbnail
        self.durationInSeconds = durationInSeconds
    }

    private enum CodingKeys: String, CodingKey {
        case filename, url, mediaType, sizeInBytes, width, height, thumbnail, durationInSeconds
    }

    /// Decodes an attachment; one stored by an older build has neither a thumbnail nor a duration.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        filename = try values.decode(String.self, forKey: .filename)
        url = try values.decode(String.self, forKey: .url)
        mediaType = try values.decode(String.self, forKey: .mediaType)
        sizeInBytes = try values.decode(Int.self, forKey: .sizeInBytes)
        width = try values.decode(Int.self, forKey: .width)
        height = try values.decode(Int.self, forKey: .height)
        thumbnail = try values.decodeIfPresent(String.self, forKey: .thumbnail) ?? ""
        durationInSeconds = try values.decodeIfPresent(Int.self, forKey: .durationInSeconds) ?? 0
    }

    /// Encodes the attachment without an empty thumbnail or duration.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(filename, forKey: .filename)
        try values.encode(url, forKey: .url)
        try values.encode(mediaType, forKey: .mediaType)
        try values.encode(sizeInBytes, forKey: .sizeInBytes)
        try values.encode(width, forKey: .width)
        try values.encode(height, forKey: .height)
        if !thumbnail.isEmpty { try values.encode(thumbnail, forKey: .thumbnail) }
        if durationInSeconds != 0 { try values.encode(durationInSeconds, forKey: .durationInSeconds) }
    }
}
