import BotKit
import Foundation

/// A bot with a queue of songs for each voice room: `*play https://…`, `*playing`, `*skip`. Only people who are in the room use it.
///
/// Sound is the work of a program beside the bot. It receives `POST /play {"number":7,"room":"1900…","url":"https://…"}` and
/// responds with the length, `{"seconds":213}`, after which the next song starts, or with nothing if only `*skip` shall start the
/// next one. `POST /stop {"number":8,"room":"1900…"}` ends the sound. A request with a lower number than an earlier one is outdated.
struct Player: Bot {
    struct Options: BotOptions {
        /// The address of the program.
        var player = "http://127.0.0.1:7700"
        /// The number of songs that wait in one room.
        var maxQueue = 30
    }

    struct Song: Codable, Sendable {
        var number = 0
        var url = ""
        /// The voice channel.
        var room: ChannelID = 0
    }

    /// The state of a voice channel.
    struct State: BotState {
        var current: Song?
        var queue: [Song] = []
        var skippers: [UserID] = []
        var last = 0
    }

    private struct Order: Encodable {
        var number: Int
        var room: String
        var url: String?
    }

    private struct Started: Decodable { var seconds: Double? }

    static let manifest = Manifest(
        "player", "A queue of songs for a voice room: *play address.", needs: [.reply, .send, .request, .schedule])
    let options: Options

    var commands: [Command<Self>] {
        Command("play", "Add a song", vi: "Thêm một bài hát", cooldown: .seconds(3), follows: false) { (context, url: URL) in
            let room = try await room(context)
            let text = url.absoluteString
            guard url.scheme == "https", text.utf8.count <= 500 else {
                throw UsageError(
                    LocalizedText("an https address of at most 500 bytes", vi: "địa chỉ https, dài nhất 500 byte"), about: 0)
            }
            let (song, place) = try await context.state(.channel(room.channel)).update { state in
                guard state.queue.count < options.maxQueue else {
                    throw UsageError(LocalizedText("the queue is full", vi: "hàng đợi đã đầy"))
                }
                state.queue.append(Song(url: text, room: room.channel))
                return (state.current == nil ? Self.advance(&state) : nil, state.queue.count)
            }
            if let song { return [try play(song)] }
            return [.reply(context.say("Number \(place) in the queue.", vi: "Thứ \(place) trong hàng đợi."))]
        }
        Command("playing", "Show the song and the queue", vi: "Xem bài đang phát và hàng đợi") { context in
            let state = try await context.state(.channel(try await room(context).channel)).value
            guard let song = state.current else { return [.reply(context.say("Nothing is playing.", vi: "Không phát gì."))] }
            let rest = state.queue.prefix(10).enumerated().map { "\n\($0 + 1). \($1.url)" }.joined()
            return [.reply(Text { "▶ \(song.url)\(rest)" }.draft)]
        }
        Command("skip", "Vote for the next song", vi: "Bỏ phiếu chuyển bài", follows: false) { context in
            let room = try await room(context)
            let users = Set(room.users).subtracting([context.me])
            let needed = users.count / 2 + 1
            let (votes, song, last) = try await context.state(.channel(room.channel)).update { state in
                guard state.current != nil else {
                    throw UsageError(LocalizedText("nothing is playing", vi: "không phát gì"))
                }
                // Those who have left the room no longer count.
                state.skippers = state.skippers.filter { users.contains($0) && $0 != context.user } + [context.user]
                let votes = state.skippers.count
                return (votes, votes >= needed ? Self.advance(&state) : nil, state.last)
            }
            if let song { return [try play(song)] }
            guard votes >= needed else {
                return [.reply(context.say("\(votes) of \(needed) votes.", vi: "\(votes) trên \(needed) phiếu."))]
            }
            return [try stop(room.channel, last), .reply(context.say("The queue is empty.", vi: "Hết hàng đợi."))]
        }
    }

    func onResponse(_ response: WebResponse, _ context: Context) async throws -> [Action] {
        guard response.name == "play" else { return [] }
        let song = try response.note(as: Song.self)
        guard try await context.state(.channel(song.room)).value.current?.number == song.number else { return [] }
        if let answer = response.success {
            let seconds = (try? answer.json(as: Started.self).seconds).flatMap { (1...86_400).contains($0) ? $0 : nil }
            let end = try seconds.map { try context.schedule.once("end-\(song.room)", at: context.now + $0, song) }
            return [.send(Text { "▶ \(song.url)" }.draft)] + (end.map { [$0] } ?? [])
        }
        let failed = Action.send(Text { context.words("I cannot play ", vi: "Không phát được ") + song.url }.draft)
        return [failed] + (try await next(after: song, context))
    }

    func onEvent(_ event: Event, _ context: Context) async throws -> [Action] {
        guard let song = try event.occurrence?.note(as: Song.self) else { return [] }
        return try await next(after: song, context)
    }

    /// Starts the next song of a room, unless another has followed this one already.
    private func next(after song: Song, _ context: Context) async throws -> [Action] {
        let next = try await context.state(.channel(song.room)).update { state in
            state.current?.number == song.number ? Self.advance(&state) : nil
        }
        return try next.map { [try play($0)] } ?? []
    }

    /// Makes the first song of the queue the current one, with a new number; nil if there is none.
    private static func advance(_ state: inout State) -> Song? {
        state.skippers = []
        state.last += 1
        state.current = state.queue.isEmpty ? nil : state.queue.removeFirst()
        state.current?.number = state.last
        return state.current
    }

    private func play(_ song: Song) throws -> Action {
        let order = Order(number: song.number, room: "\(song.room)", url: song.url)
        return .request(try WebRequest("play", .post, options.player + "/play", .json(order), note: song))
    }

    private func stop(_ room: ChannelID, _ number: Int) throws -> Action {
        .request(try WebRequest("stop", .post, options.player + "/stop", .json(Order(number: number, room: "\(room)"))))
    }

    /// Returns the voice room that the user is in.
    private func room(_ context: Context) async throws -> VoiceChannelUsers {
        guard let room = try await context.voiceChannels().first(where: { $0.users.contains(context.user) }) else {
            throw UsageError(LocalizedText("join a voice room first", vi: "hãy vào phòng thoại trước"))
        }
        return room
    }
}
