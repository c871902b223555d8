public import Foundation

/// Where time comes from: the machine's clock in a running house, a moved one in tests.
public protocol TimeSource: Sendable {
    /// The wall clock. It may step in either direction.
    var now: Date { get }
    /// Time that only grows, counted from an arbitrary start.
    var uptime: Duration { get }
    func sleep(until uptime: Duration) async throws
}

extension TimeSource {
    public func sleep(for duration: Duration) async throws { try await sleep(until: uptime + duration) }
}

/// The machine's own clock.
public struct SystemTime: TimeSource {
    private let start = ContinuousClock.now

    public init() {}
    public var now: Date { Date() }
    public var uptime: Duration { ContinuousClock.now - start }
    public func sleep(until uptime: Duration) async throws { try await Task.sleep(until: start + uptime, clock: .continuous) }
}
