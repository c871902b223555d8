import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonClient

@Suite struct BackfillTests {
    private let date = Date(timeIntervalSince1970: 1_790_000_000)
    private let general = Channel(id: 1, clan: 9, label: "general")
    private let random = Channel(id: 2, clan: 9, label: "random")

    private func wire(_ id: Int64, in channel: ChannelID = 1, code: Int32 = 0) -> ApiChannelMessage {
        .with {
            $0.clanID = 9
            $0.channelID = channel.rawValue
            $0.messageID = id
            $0.code = code
            $0.senderID = 5
            $0.content = #"{"t":"hi"}"#
            $0.createTimeSeconds = 1_790_000_000
        }
    }

    private func live(_ id: Int64, in channel: ChannelID = 1, code: Int32 = 0) -> ReceivedEvent {
        guard case .event(let event) = MessageDecoder.push(wire(id, in: channel, code: code)) else { fatalError("not an event") }
        return ReceivedEvent(frame: [UInt8(truncatingIfNeeded: id)], event: event, receivedAt: date)
    }

    private func page(_ ids: some Sequence<Int64>, in channel: ChannelID = 1) -> ApiChannelMessageList {
        .with { $0.messages = ids.map { wire($0, in: channel) } }
    }

    private func fetches(_ steps: [Backfill.Step]) -> [HistoryPageRequest] {
        steps.compactMap { if case .fetch(let fetch) = $0 { fetch } else { nil } }
    }

    /// Describes what was passed on: the event kind unless it is a message, `late` if it is late, and the message id less `first`.
    private func passed(_ steps: [Backfill.Step], since first: Int64 = 0) -> [String] {
        var words: [String] = []
        for case .append(let arrivals) in steps {
            for arrival in arrivals {
                let kind = arrival.event.kind == "message" ? "" : arrival.event.kind + " "
                words.append(kind + (arrival.isLate ? "late " : "") + "\(arrival.event.message.rawValue - first)")
            }
        }
        return words
    }

    @Test func `without a gap live events pass at once`() {
        var repair = Backfill()
        #expect(repair.live([live(1), live(2)]) == [.append([live(1), live(2)])])
        #expect(repair.live([]) == [])
    }

    @Test func `events received while connecting are held and then passed in order`() {
        var repair = Backfill()
        repair.hold()
        #expect(repair.live([live(1), live(2, in: 2), live(3)]) == [])
        #expect(passed(repair.begin([], at: date)) == ["1", "3", "2"])
        #expect(passed(repair.live([live(4)])) == ["4"])
        #expect(repair.isIdle)
    }

    @Test func `history precedes the live events of its channel as late, oldest first, without duplicates`() {
        var repair = Backfill()
        repair.hold()
        let fetch = fetches(repair.begin([(general, 10)], at: date))
        #expect(fetch.map(\.before) == [0])
        #expect(repair.live([live(13), live(14, code: 1), live(15)]) == [])
        let steps = repair.page(fetch[0], page([13, 12, 11, 10, 9]), receivedAt: date)
        #expect(passed(steps) == ["late 11", "late 12", "late 13", "edit 14", "15"])
        #expect(steps.last == .filled(1, count: 3))
        #expect(passed(repair.live([live(16)])) == ["16"])
    }

    @Test func `messages of history that were sent during the connection are not late`() {
        let ready = Snowflake.floor(of: date)
        var listed = general
        listed.lastMessage = MessageID(ready + 2)
        for (channel, late) in [(general, ["late 0", "1", "2", "3", "4"]), (listed, ["late 0", "late 1", "late 2", "3", "4"])] {
            var repair = Backfill()
            repair.hold()
            let fetch = fetches(repair.begin([(channel, 10)], at: date))
            #expect(repair.live([live(ready + 3)]) == [])
            let steps = repair.page(fetch[0], page(ready...ready + 4), receivedAt: date)
            #expect(passed(steps, since: ready) == late)
            #expect(passed(repair.live([live(ready + 4), live(ready + 5)]), since: ready) == ["5"])
        }
    }

    @Test func `a channel without a gap is not delayed by another channel's backfill`() {
        var repair = Backfill()
        repair.hold()
        _ = repair.begin([(general, 10)], at: date)
        #expect(passed(repair.live([live(11), live(12, in: 2)])) == ["12"])
    }

    @Test func `history is read page by page back to the last known message`() {
        var repair = Backfill()
        repair.hold()
        let first = fetches(repair.begin([(general, 50)], at: date))
        let second = fetches(repair.page(first[0], page(Int64(201)...300), receivedAt: date))
        #expect(second.map(\.before) == [201])
        let third = fetches(repair.page(second[0], page((Int64(101)...200).reversed()), receivedAt: date))
        #expect(third.map(\.before) == [101])
        let steps = repair.page(third[0], page(Int64(1)...100), receivedAt: date)
        #expect(passed(steps) == (51...300).map { "late \($0)" })
        #expect(steps.last == .filled(1, count: 250))
    }

    @Test func `live events already read from history are not repeated`() {
        var repair = Backfill()
        repair.hold()
        let fetch = fetches(repair.begin([(general, 10)], at: date))
        _ = repair.page(fetch[0], page([11, 12, 13]), receivedAt: date)
        #expect(passed(repair.live([live(12), live(13), live(13, code: 2), live(14)])) == ["delete 13", "14"])
        #expect(passed(repair.live([live(13)])) == ["13"], "once the stream has passed, nothing is remembered")
    }

    @Test func `a connection loss during a backfill cancels it`() {
        var repair = Backfill()
        repair.hold()
        let stale = fetches(repair.begin([(general, 10)], at: date))
        _ = repair.live([live(12)])
        repair.hold()
        #expect(repair.page(stale[0], page([11]), receivedAt: date) == [])
        #expect(repair.failed(stale[0], reason: "late") == [])
        let fresh = fetches(repair.begin([(general, 10)], at: date))
        _ = repair.live([live(14)])
        #expect(passed(repair.page(fresh[0], page([11, 12, 13]), receivedAt: date)) == ["late 11", "late 12", "late 13", "14"])
    }

    @Test func `a refused history releases the held live events`() {
        var repair = Backfill()
        repair.hold()
        let fetch = fetches(repair.begin([(general, 10)], at: date))
        _ = repair.live([live(12)])
        #expect(
            repair.failed(fetch[0], reason: "permission denied") == [
                .append([live(12)]), .incomplete(general, after: 10, before: 12, reason: "permission denied"),
            ])
        #expect(repair.isIdle)
    }

    @Test func `events dropped before a failed history are part of the gap`() {
        var repair = Backfill(limits: Backfill.Limits(held: 2))
        repair.hold()
        let fetch = fetches(repair.begin([(general, 10)], at: date))
        _ = repair.live((12...14).map { live($0) })
        #expect(
            repair.failed(fetch[0], reason: "late") == [
                .append([live(14)]), .incomplete(general, after: 10, before: 14, reason: "late"),
            ])
    }

    @Test func `the number of concurrent history requests is limited, in the given order`() {
        var repair = Backfill(limits: Backfill.Limits(fetching: 2))
        repair.hold()
        let channels = (1...5).map { (channel: Channel(id: ChannelID($0), clan: 9, label: ""), lastKnown: MessageID(0)) }
        let first = fetches(repair.begin(channels, at: date))
        #expect(first.map(\.channel.id) == [1, 2])
        let next = fetches(repair.page(first[0], page([]), receivedAt: date))
        #expect(next.map(\.channel.id) == [3])
        #expect(fetches(repair.failed(first[1], reason: "")).map(\.channel.id) == [4])
    }

    @Test func `too many held events are read from history instead`() {
        var repair = Backfill(limits: Backfill.Limits(held: 3))
        repair.hold()
        let fetch = fetches(repair.begin([(general, 10)], at: date))
        _ = repair.live((11...15).map { live($0) })
        let steps = repair.page(fetch[0], page([11, 12, 13, 14]), receivedAt: date)
        #expect(passed(steps) == ["late 11", "late 12", "late 13", "late 14"])
        let again = fetches(steps)
        #expect(again.map(\.before) == [0])
        #expect(passed(repair.page(again[0], page([14, 15, 16]), receivedAt: date)) == ["late 15", "late 16"])
        #expect(passed(repair.live([live(16), live(17)])) == ["17"])
    }

    @Test func `events dropped while connecting are read from history`() {
        var repair = Backfill(limits: Backfill.Limits(held: 2))
        repair.hold()
        _ = repair.live((11...13).map { live($0) })
        let fetch = fetches(repair.begin([], at: date))
        #expect(fetch.map(\.channel.id) == [1])
        #expect(passed(repair.page(fetch[0], page([9, 10, 11, 12, 13]), receivedAt: date)) == ["late 11", "late 12", "late 13"])
    }

    @Test func `a gap longer than the page limit is cut and reported`() {
        var repair = Backfill(limits: Backfill.Limits(pages: 1))
        repair.hold()
        let fetch = fetches(repair.begin([(general, 10)], at: date))
        let steps = repair.page(fetch[0], page(Int64(201)...300), receivedAt: date)
        #expect(passed(steps).count == 100)
        #expect(steps.last == .incomplete(general, after: 10, before: 201, reason: "its gap exceeds the history limit"))
    }

    @Test func `a server that repeats its page does not block the backfill`() {
        var repair = Backfill()
        repair.hold()
        let fetch = fetches(repair.begin([(general, 10)], at: date))
        let next = fetches(repair.page(fetch[0], page(Int64(201)...300), receivedAt: date))
        #expect(repair.page(next[0], page(Int64(201)...300), receivedAt: date).last == .filled(1, count: 100))
    }

    @Test func `a message edited during an outage is new, and messages of other channels are ignored`() {
        var repair = Backfill()
        repair.hold()
        let fetch = fetches(repair.begin([(general, 10)], at: date))
        let list = ApiChannelMessageList.with { $0.messages = [wire(11, code: 1), wire(12, in: 2), wire(13, code: 3)] }
        #expect(passed(repair.page(fetch[0], list, receivedAt: date)) == ["late 11"])
    }

    /// Simulates a server with two channels, a socket that lags behind it, random losses, and a journal.
    @Test(arguments: 0..<200)
    func `in any order of events the journal has every message once and in order`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var repair = Backfill(limits: Backfill.Limits(held: 8, heldTotal: 12, fetching: 1))
        var server: [ChannelID: [Int64]] = [1: [], 2: []]
        var journal: [ChannelID: [Int64]] = [1: [1], 2: [2]]
        var stream: [ReceivedEvent] = []
        var open: [HistoryPageRequest] = []
        var isConnected = false
        var nextID: Int64 = 10

        func take(_ steps: [Backfill.Step]) {
            for step in steps {
                switch step {
                case .fetch(let fetch): open.append(fetch)
                case .append(let arrivals):
                    for arrival in arrivals { journal[arrival.event.channel, default: []].append(arrival.event.message.rawValue) }
                case .filled, .incomplete: break
                }
            }
        }
        func connect() {
            isConnected = true
            stream = []
            repair.hold()
        }
        func begin() {
            take(repair.begin([general, random].map { ($0, MessageID(journal[$0.id]?.last ?? 0)) }, at: date))
        }
        func answer() {
            guard !open.isEmpty else { return }
            let fetch = open.removeFirst()
            let all = (server[fetch.channel.id] ?? []).filter { fetch.before.isNone || $0 < fetch.before.rawValue }
            take(repair.page(fetch, page(all.suffix(100), in: fetch.channel.id), receivedAt: date))
        }
        func deliver() {
            let count = min(stream.count, Int.random(in: 1...3, using: &generator))
            take(repair.live(Array(stream.prefix(count))))
            stream.removeFirst(count)
        }

        for _ in 0..<400 {
            switch Int.random(in: 0..<20, using: &generator) {
            case 0..<9:
                nextID += 1
                let channel = ChannelID(Int64.random(in: 1...2, using: &generator))
                server[channel, default: []].append(nextID)
                if isConnected { stream.append(live(nextID, in: channel)) }
            case 9..<14: deliver()
            case 14..<18: answer()
            case 18:
                isConnected = false
                stream = []
            default:
                connect()
                if Bool.random(using: &generator) { deliver() }
                begin()
            }
        }
        connect()
        begin()
        while !open.isEmpty || !stream.isEmpty {
            answer()
            deliver()
        }
        #expect(journal == [1: [1] + (server[1] ?? []), 2: [2] + (server[2] ?? [])])
        #expect(repair.isIdle)
    }

    @Test func `held events are limited in bytes and read from history instead`() {
        var repair = Backfill(limits: Backfill.Limits(heldBytes: 10))
        repair.hold()
        for id in 1...1000 as ClosedRange<Int64> {
            _ = repair.live([live(id)])
            #expect(repair.heldBytes <= 10)
        }
        let fetch = fetches(repair.begin([(general, 0)], at: date))
        #expect(passed(repair.page(fetch[0], page((1...20).reversed()), receivedAt: date)).count >= 20)
    }

    @Test func `an oversized history is passed on, and older messages remain a gap`() {
        var repair = Backfill(limits: Backfill.Limits(historyBytes: 1000))
        repair.hold()
        let fetch = fetches(repair.begin([(general, 10)], at: date))
        let steps = repair.page(fetch[0], page((901...1000).reversed()), receivedAt: date)
        #expect(passed(steps).count == 100)
        guard case .incomplete(_, 10, 901, _)? = steps.last else { Issue.record("\(steps.suffix(1))"); return }
    }

    private func edited(_ id: Int64, _ text: String = "new") -> ApiChannelMessage {
        var message = wire(id)
        message.content = #"{"t":"\#(text)"}"#
        message.updateTimeSeconds = 1_790_000_100
        return message
    }

    private func liveEdit(_ id: Int64, _ text: String = "new") -> ReceivedEvent {
        var message = edited(id, text)
        message.code = 1
        guard case .event(let event) = MessageDecoder.push(message) else { fatalError("not an event") }
        return ReceivedEvent(frame: [UInt8(truncatingIfNeeded: id)], event: event, receivedAt: date)
    }

    private func known(_ ids: [Int64]) -> [ChatModel.Message] { ids.map { MessageDecoder.message(wire($0)) } }

    @Test func `changes of known messages precede new messages, and are not repeated by a delayed stream`() {
        var repair = Backfill()
        repair.hold()
        let fetch = fetches(repair.begin([(general, 10)], at: date))
        let list = ApiChannelMessageList.with { $0.messages = [wire(7), edited(8), wire(10), wire(11)] }
        #expect(repair.knownRange(fetch[0], list) == 7...10)
        #expect(repair.live([live(12)]) == [])
        let steps = repair.page(fetch[0], list, comparedWith: known([7, 8, 9, 10]), receivedAt: date)
        #expect(passed(steps) == ["edit late 8", "delete late 9", "late 11", "12"])
        #expect(passed(repair.live([live(11), liveEdit(8), liveEdit(8, "newer"), live(13)])) == ["edit 8", "13"])
        #expect(passed(repair.live([liveEdit(8)])) == ["edit 8"], "once the stream has passed, nothing is remembered")
    }

    @Test func `an edit that arrived live is not recovered as well`() {
        var repair = Backfill()
        repair.hold()
        let fetch = fetches(repair.begin([(general, 10)], at: date))
        #expect(repair.live([liveEdit(8)]) == [])
        let list = ApiChannelMessageList.with { $0.messages = [wire(7), edited(8), wire(10), wire(11)] }
        #expect(
            passed(repair.page(fetch[0], list, comparedWith: known([7, 8, 10]), receivedAt: date)) == ["late 11", "edit 8"])
    }

    @Test func `one page behind the last known message is read if the last page has few known ones`() {
        var repair = Backfill()
        repair.hold()
        let fetch = fetches(repair.begin([(general, 210)], at: date))
        let behind = fetches(repair.page(fetch[0], page(Int64(201)...300), receivedAt: date))
        #expect(behind.map(\.before) == [201])
        #expect(repair.knownRange(behind[0], page(Int64(101)...200)) == 101...210)
        let older = page((Int64(101)...200).filter { $0 != 150 } + [100])
        let steps = repair.page(behind[0], older, comparedWith: known([150, 200]), receivedAt: date)
        #expect(passed(steps) == ["delete late 150"] + (211...300).map { "late \($0)" })
        #expect(repair.isIdle)
    }

    @Test func `a page behind the last known message that cannot be read leaves no gap`() {
        var repair = Backfill()
        repair.hold()
        let fetch = fetches(repair.begin([(general, 210)], at: date))
        let behind = fetches(repair.page(fetch[0], page(Int64(201)...300), receivedAt: date))
        let steps = repair.failed(behind[0], reason: "unavailable")
        #expect(passed(steps).count == 90)
        #expect(steps.last == .filled(1, count: 90))
    }

    @Test func `a channel without a gap is compared after the others, without holding its events`() {
        var repair = Backfill(limits: Backfill.Limits(fetching: 1))
        repair.hold()
        let first = fetches(repair.begin([(general, 10)], lookingAt: [(random, 20), (general, 10)], at: date))
        #expect(first.map(\.channel.id) == [1])
        #expect(passed(repair.live([live(21, in: 2)])) == ["21"])
        let second = fetches(repair.page(first[0], page([11]), receivedAt: date))
        #expect(second.map(\.channel.id) == [2])
        var live19 = wire(19, in: 2, code: 1)
        live19.content = #"{"t":"live"}"#
        guard case .event(let event) = MessageDecoder.push(live19) else { fatalError("not an event") }
        #expect(passed(repair.live([ReceivedEvent(frame: [1], event: event, receivedAt: date)])) == ["edit 19"])
        let list = ApiChannelMessageList.with { $0.messages = [16, 19, 20, 21].map { wire($0, in: 2) } }
        #expect(repair.knownRange(second[0], list) == 16...20)
        var seen = [16, 17, 18, 20].map { MessageDecoder.message(wire($0, in: 2)) }
        seen.append(MessageDecoder.message(live19))
        seen[2].topic = 4
        #expect(passed(repair.page(second[0], list, comparedWith: seen, receivedAt: date)) == ["delete late 17"])
        #expect(passed(repair.live([live(22, in: 2)])) == ["22"])
    }

    @Test func `changes that were not found before the connection was lost again are looked for since the first loss`() {
        var repair = Backfill()
        repair.hold()
        #expect(repair.changesMissedSince(date) == date)
        let first = fetches(repair.begin([], lookingAt: [(random, 20)], at: date + 600))
        repair.hold()
        repair.hold()  // A connection that does not become ready.
        #expect(repair.changesMissedSince(date + 601) == date)
        #expect(repair.page(first[0], page([19, 20]), receivedAt: date).isEmpty, "a page of the lost connection")
        let second = fetches(repair.begin([], lookingAt: [(random, 20)], at: date + 602))
        _ = repair.page(second[0], page([19, 20]), receivedAt: date)
        repair.hold()
        #expect(repair.changesMissedSince(date + 700) == date + 700)
        _ = repair.begin([], lookingAt: [(random, 20)], at: date + 800)
        repair.hold()
        #expect(repair.changesMissedSince(nil) == .distantPast, "a start looks at everything")
    }

    @Test func `a message id in the far future does not end a backfill`() {
        var repair = Backfill()
        repair.hold()
        let fetch = fetches(repair.begin([(general, 10)], at: date))
        let steps = repair.page(fetch[0], page([.max, 12, 11]), receivedAt: date)
        #expect(passed(steps) == ["late 11", "late 12"])
        #expect(passed(repair.live([live(13)])) == ["13"])
    }
}
