import ChatModel
import Foundation
import MezonBotApp
import MezonProtocol
import MezonTestGateway
import Storage
import SwiftProtobuf

/// The connection of the simulated bot, its clock and its process.
extension SimulationRun {
    func lose(_ condition: SimulatedLink.Condition) {
        if link.condition == .connected { lostAt = clock.now }
        if link.condition != .halfOpen { halfOpenSince = clock.uptime }
        link.change(to: condition)
    }

    /// The time for which a half-open connection is taken for open.
    private static let heartbeat = Duration.seconds(30)

    /// The uptime at which the connection is found to be dead; nil if it is not half-open.
    var connectionDeadline: Duration? { link.condition == .halfOpen ? halfOpenSince + Self.heartbeat : nil }

    /// Closes the connection if it has been half-open for too long.
    func noticeDeadConnection(at uptime: Duration) {
        guard let connectionDeadline, uptime >= connectionDeadline else { return }
        note("  the connection is found to be dead")
        lose(.disconnected)
    }

    /// The connection is lost while history is read.
    private struct ConnectionLost: Error {}

    /// Opens the connection.
    ///
    /// - Parameter pages: The number of pages of history that are read before the connection is lost again; nil if it lives. Nothing is
    ///   decided or sent before the loss.
    func connect(readingPages pages: Int? = nil) async throws {
        link.change(to: .connected)
        application.holdEvents()
        let listed = base.gateway { $0.channels(readBy: SimulationPlan.bot) }
        let outage = lostAt
        lostAt = nil
        var left = pages
        do {
            try await application.readMissedHistory(of: [SimulationPlan.clan], listed, downSince: outage) { request in
                if let pages = left {
                    guard pages > 0 else { throw ConnectionLost() }
                    left = pages - 1
                }
                return try ApiChannelMessageList(serializedBytes: try base.call(.listChannelMessages, request.wireBytes))
            }
        } catch is ConnectionLost {}
        if pages != nil { return }
        let (members, roles) = base.gateway {
            ($0.members(of: SimulationPlan.clan.id), $0.roles(of: SimulationPlan.clan.id))
        }
        store.directory.beginListing(of: SimulationPlan.clan.id)
        try await store.directory.finishListing(of: SimulationPlan.clan.id, members: members, roles: roles)
        try await settle()
    }

    /// Changes the bot's clock. Returns false if a delivery is open: the application counts those that wait by the times of their retries.
    func setClock(wrongByHours hours: Int) async throws -> Bool {
        guard try await application.waitForDeliveries(holding: { sender.held.count == $0 }) == 0, sender.held.isEmpty else {
            return false
        }
        clock.set(wrongBy: .seconds(hours * 3600))
        if hours != 0 { outcome.wasClockWrong = true }
        _ = try await application.appendDueEvents()
        return true
    }

    func restart(isKilled: Bool) async throws {
        try await application.end(isKilled: isKilled)
        _ = base.takeHeard()  // What was on its way to the process that has ended.
        refusedUntil = [:]  // The next process may not know.
        try interference?(folder.path)
        (store, application) = try await Self.start(compiled, folder, sender, clock, logger, watch)
        lostAt = nil
        try await connect()
    }
}
