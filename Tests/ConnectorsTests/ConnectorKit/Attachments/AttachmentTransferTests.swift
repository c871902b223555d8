import BotTesting
import ChatModel
import Storage
import Testing

@testable import ConnectorKit

@Suite(.timeLimit(.minutes(5))) struct AttachmentTransferTests {
    private static let cat = ChatModel.Attachment(
        filename: "../cat.png", url: "mxc://a.example/cat", mediaType: "image", sizeInBytes: 900)
    private static let made = FileCopy.Outcome.made(address: "https://files.example/1", mediaType: "image/png", sizeInBytes: 3)
    private static let away = FileTransferError.unavailable("it is away", retryAfter: nil)

    private func carrier(_ sources: [any FileSource], in testStore: TestStore) throws -> AttachmentTransfer {
        AttachmentTransfer(from: sources, store: try testStore.store, time: testStore.time, logger: testStore.logger)
    }

    private func carried(
        _ attachment: ChatModel.Attachment, from sources: [any FileSource], to host: any FileHost, in testStore: TestStore
    ) async throws -> FileCopy.Outcome {
        try await carrier(sources, in: testStore).transfer(attachment, to: host) {}
    }

    @Test func `a file is transferred once per destination, also after a restart`() async throws {
        let testStore = try await TestStore()
        let source = ScriptedFiles(), host = ScriptedFiles(), other = ScriptedFiles(baseURL: "https://other.example/")
        for _ in 0..<2 {
            let carrier = try carrier([source], in: testStore)
            for _ in 0..<2 { #expect(try await carrier.transfer(Self.cat, to: host) {} == Self.made) }
            _ = try await carrier.transfer(Self.cat, to: other) {}
            try testStore.restart()
        }
        #expect(host.hosted == [TransferredFile(name: "cat.png", mediaType: "image/png", bytes: [1, 2, 3])])
        #expect(other.hosted.count == 1 && source.fetched.count == 2)
        try testStore.close()
    }

    @Test func `concurrent requests for a file share one transfer`() async throws {
        let testStore = try await TestStore()
        let source = ScriptedFiles(), host = ScriptedFiles()
        let carrier = try carrier([source], in: testStore)
        try await withThrowingTaskGroup(of: FileCopy.Outcome.self) { group in
            for _ in 0..<20 { group.addTask { try await carrier.transfer(Self.cat, to: host) {} } }
            for try await outcome in group { #expect(outcome == Self.made) }
        }
        #expect(host.hosted.count == 1)
        try testStore.close()
    }

    @Test func `a temporary failure is retried without repeating completed steps`() async throws {
        let testStore = try await TestStore()
        let source = ScriptedFiles(errors: [Self.away, Self.away]), host = ScriptedFiles(errors: [Self.away])
        let carrier = try carrier([source], in: testStore)
        async let outcome = carrier.transfer(Self.cat, to: host) {}
        for _ in 0..<3 { await testStore.time.advanceToNextSleeper() }
        #expect(try await outcome == Self.made)
        #expect(source.fetched.count == 3 && host.hosted.count == 1)
        try testStore.close()
    }

    @Test(arguments: [nil, Duration.zero])
    func `a lasting failure ends the transfer for this message and is retried with the next`(retryAfter: Duration?) async throws {
        let testStore = try await TestStore()
        let away = FileTransferError.unavailable("it is away", retryAfter: retryAfter)
        let source = ScriptedFiles(errors: Array(repeating: away, count: 3)), host = ScriptedFiles()
        let carrier = try carrier([source], in: testStore)
        async let outcome = carrier.transfer(Self.cat, to: host) {}
        for _ in 0..<2 { await testStore.time.advanceToNextSleeper() }
        #expect(try await outcome == .failed("it is away"))
        #expect(source.fetched.count == 3)
        #expect(try await carrier.transfer(Self.cat, to: host) {} == Self.made)
        try testStore.close()
    }

    @Test func `an unavailable destination fails at once for a minute`() async throws {
        let testStore = try await TestStore()
        let source = ScriptedFiles(), host = ScriptedFiles(errors: Array(repeating: Self.away, count: 5))
        let carrier = try carrier([source], in: testStore)
        async let outcome = carrier.transfer(Self.cat, to: host) {}
        for _ in 0..<4 { await testStore.time.advanceToNextSleeper() }
        #expect(try await outcome == .failed("it is away"))
        #expect(try await carrier.transfer(Self.cat, to: host) {} == .failed("it is away"))
        #expect(source.fetched.count == 1)
        testStore.time.advance(by: .seconds(60))
        #expect(try await carrier.transfer(Self.cat, to: host) {} == Self.made)
        try testStore.close()
    }

    @Test func `a refused file is requested again after an hour`() async throws {
        let testStore = try await TestStore()
        let source = ScriptedFiles(errors: [.refused("no")]), host = ScriptedFiles()
        let carrier = try carrier([source], in: testStore)
        for _ in 0..<2 { #expect(try await carrier.transfer(Self.cat, to: host) {} == .failed("no")) }
        #expect(source.fetched.count == 1 && testStore.time.sleepers == 0)
        testStore.time.advance(by: .seconds(3601))
        #expect(try await carrier.transfer(Self.cat, to: host) {} == Self.made)
        try testStore.close()
    }

    @Test func `a file above the limit is neither fetched nor stored`() async throws {
        let testStore = try await TestStore()
        let small = ScriptedFiles(most: 899), source = ScriptedFiles(), host = ScriptedFiles(), tight = ScriptedFiles(most: 2)
        #expect(try await carried(Self.cat, from: [small], to: host, in: testStore) == .failed("larger than 899 bytes"))
        #expect(small.fetched.isEmpty)
        var liar = Self.cat
        liar.sizeInBytes = 0
        #expect(try await carried(liar, from: [source], to: tight, in: testStore) == .failed("larger than 2 bytes"))
        #expect(tight.hosted.isEmpty)
        try testStore.close()
    }

    @Test func `a file is taken from the first source that has it`() async throws {
        let testStore = try await TestStore()
        let first = ScriptedFiles(errors: [.refused("no")]), second = ScriptedFiles(), host = ScriptedFiles()
        let carrier = try carrier([ScriptedFiles("https://"), first, second], in: testStore)
        #expect(try await carrier.transfer(Self.cat, to: host) {} == Self.made)
        #expect(first.fetched.count == 1 && second.fetched.count == 1)
        var lost = Self.cat
        lost.url = "ftp://x"
        #expect(try await carrier.transfer(lost, to: host) {} == .failed("the file cannot be fetched"))
        try testStore.close()
    }
}
