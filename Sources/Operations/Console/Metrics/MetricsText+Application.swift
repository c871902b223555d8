import AsyncSupport
import ChatModel
import ConnectorKit
import Foundation
import MezonBotApp
import PostgreSQLStorage
import RuleEngine
import Storage

extension MetricsText {
    /// Creates the metrics of an application.
    ///
    /// - Parameters:
    ///   - version: The version of the build.
    ///   - streams: The number of browsers that follow the journal now, and the number of those that were too slow.
    init(_ metrics: ApplicationMetrics, version: String, streams: (open: Int, dropped: Int)) {
        self.init()
        add(
            "mezon_bot_build_info", .gauge, "The version of the program; the value is always 1.",
            [Sample(1, [("version", version)])])
        addProcess(metrics)
        addConnections(metrics)
        addEvents(metrics)
        addRules(metrics)
        addDeliveries(metrics)
        addStorage(metrics)
        addProblems(metrics)
        if let cluster = metrics.status.cluster { addCluster(cluster) }
        if let spans = metrics.spans {
            add(
                "mezon_bot_trace_spans_total", .counter, "Spans that the collector took, and those that were dropped.",
                [("exported", spans.exported), ("dropped", spans.dropped)].map { outcome, count in
                    Sample(Double(count), [("outcome", outcome)])
                })
        }
        add("mezon_bot_console_streams", .gauge, "Browsers that follow the journal.", streams.open)
        add(
            "mezon_bot_console_dropped_streams_total", .counter, "Streams that ended because the browser was too slow.",
            streams.dropped)
    }

    private mutating func addCluster(_ cluster: Cluster) {
        add(
            "mezon_bot_cluster_nodes", .gauge, "The processes of the store, by what they do.",
            ["active", "standby", "draining", "gone"].map { role in
                Sample(Double(cluster.nodes.count { $0.role.rawValue == role }), [("role", role)])
            })
        add(
            "mezon_bot_cluster_moves_total", .counter, "The number of times that a process has taken the store.",
            Double(cluster.moves.first?.epoch ?? 0))
    }

    private mutating func addProcess(_ metrics: ApplicationMetrics) {
        add(
            "process_start_time_seconds", .gauge, "Start time of the process since the Unix epoch.",
            metrics.status.startedAt.timeIntervalSince1970)
        add("process_cpu_seconds_total", .counter, "User and system CPU time.", metrics.process.cpuSeconds)
        if let bytes = metrics.process.residentBytes { add("process_resident_memory_bytes", .gauge, "Resident memory.", bytes) }
        if let files = metrics.process.openFiles { add("process_open_fds", .gauge, "Open file descriptors.", files) }
    }

    private mutating func addConnections(_ metrics: ApplicationMetrics) {
        let counters = metrics.gateway
        add("mezon_bot_connected", .gauge, "Whether the bot is connected to the gateway.", metrics.status.isConnected)
        add("mezon_bot_connection_attempts_total", .counter, "Attempts to connect to the gateway.", counters.attempts)
        add(
            "mezon_bot_reconnects_total", .counter, "Connections to the gateway after the first one.",
            max(0, counters.connections - 1))
        add(
            "mezon_bot_undecodable_frames_total", .counter, "Frames of the gateway without a known form.",
            counters.undecodableFrames)
        add(
            "mezon_bot_connector_connected", .gauge, "Whether a connection to another network works.",
            (metrics.status.connectors ?? []).map {
                Sample($0.isConnected ? 1 : 0, [("connection", $0.name), ("network", $0.network)])
            })
    }

    private mutating func addEvents(_ metrics: ApplicationMetrics) {
        let kinds = Set(metrics.store.counts.events.keys).union(["message"]).sorted()
        add(
            "mezon_bot_events_total", .counter, "Events stored in the journal since the start, those of the bot itself excluded.",
            kinds.map { Sample(Double(metrics.store.counts.events[$0] ?? 0), [("kind", $0)]) })
        addBacklog(metrics.waitingEntries, "event", at: metrics.status.now)
        if let store = metrics.status.store {
            add(
                "mezon_bot_history_gaps", .gauge, "Parts of the history of channels that could not be read yet.", store.gaps)
        }
    }

    private mutating func addBacklog(_ backlog: Backlog, _ what: String, at now: Date) {
        let plural = what == "event" ? "events" : "deliveries"
        add("mezon_bot_waiting_\(plural)", .gauge, "The number of \(plural) that wait.", backlog.count)
        add(
            "mezon_bot_oldest_waiting_\(what)_age_seconds", .gauge, "The age of the oldest one that waits; 0 without any.",
            backlog.oldest.map { max(0, now.timeIntervalSince($0)) } ?? 0)
    }

    private mutating func addRules(_ metrics: ApplicationMetrics) {
        let (counts, rules) = (metrics.store.counts, metrics.status.rules)
        add("mezon_bot_decisions_total", .counter, "Decisions of the rules about events since the start.", counts.decisions)
        add(
            "mezon_bot_rule_hits_total", .counter, "Decisions at which a rule acted, or would have in shadow mode.",
            metrics.rules.flatMap { rule in
                let hits = counts.hits[rule] ?? .init()
                return [("enforce", hits.enforced), ("shadow", hits.shadow)].map { mode, count in
                    Sample(Double(count), [("rule", rule), ("mode", mode)])
                }
            })
        let costs = metrics.ruleCosts.sorted { $0.key < $1.key }
        add(
            "mezon_bot_rule_evaluation_seconds_total", .counter, "The time of the evaluations of a rule that were measured.",
            costs.map { Sample($0.value.time / .seconds(1), [("rule", $0.key)]) })
        add(
            "mezon_bot_rule_evaluations_measured_total", .counter, "The evaluations of a rule that were measured: one in 64.",
            costs.map { Sample(Double($0.value.evaluations), [("rule", $0.key)]) })
        add(
            "mezon_bot_rules", .gauge, "Rules of the active configuration.",
            [("enforce", rules.enforced), ("shadow", rules.shadow), ("disabled", rules.disabled)].map { mode, count in
                Sample(Double(count), [("mode", mode)])
            })
        if let store = metrics.status.store {
            add("mezon_bot_open_cases", .gauge, "Measures against users that are in force.", store.openCases)
        }
    }

    private mutating func addDeliveries(_ metrics: ApplicationMetrics) {
        let outcomes: [Delivery.Status] = [.sent, .failed, .dead, .skipped]
        add(
            "mezon_bot_deliveries_total", .counter, "Settled deliveries since the start.",
            outcomes.map { Sample(Double(metrics.store.counts.deliveries[$0] ?? 0), [("outcome", "\($0)")]) })
        add(
            "mezon_bot_delivery_retries_total", .counter, "Failed attempts to send that are followed by another one.",
            metrics.store.counts.retries)
        addBacklog(metrics.waitingDeliveries, "delivery", at: metrics.status.now)
        add(
            "mezon_bot_rate_limit_waits_total", .counter, "Messages that waited for the rate limit.",
            metrics.rateLimitDelays.count)
        add(
            "mezon_bot_rate_limit_wait_seconds_total", .counter, "The time that messages waited for the rate limit.",
            metrics.rateLimitDelays.total / .seconds(1))
    }

    private mutating func addStorage(_ metrics: ApplicationMetrics) {
        let times = metrics.store.commitTimes
        var total = 0
        let buckets = zip(times.bounds.map { $0 / .seconds(1) } + [.infinity], times.counts).map { bound, count in
            total += count
            return Sample(
                Double(total), [("le", bound.isInfinite ? "+Inf" : "\(bound)")], suffix: "_bucket")
        }
        add(
            "mezon_bot_commit_duration_seconds", .histogram, "The time of a transaction until it was durable.",
            buckets + [Sample(times.sum / .seconds(1), suffix: "_sum"), Sample(Double(total), suffix: "_count")])
        add(
            "mezon_bot_refused_commits_total", .counter, "Transactions that the disk did not accept; they are retried.",
            metrics.store.refusedCommits)
        add("mezon_bot_storage_degraded", .gauge, "Whether writes to the database fail.", metrics.isStoreDegraded)
        add("mezon_bot_archive_degraded", .gauge, "Whether reads or writes of the archive fail.", metrics.isArchiveDegraded)
        add("mezon_bot_archive_lag_events", .gauge, "Events that the archive does not have yet.", Double(metrics.archiveLag))
        guard let backups = metrics.backups else { return }
        add(
            "mezon_bot_backup_interval_seconds", .gauge, "The interval of scheduled backups.", backups.interval / .seconds(1))
        add(
            "mezon_bot_newest_backup_timestamp_seconds", .gauge,
            "The time of the newest scheduled backup since the Unix epoch; 0 without any.",
            backups.newest?.timeIntervalSince1970 ?? 0)
    }

    private mutating func addProblems(_ metrics: ApplicationMetrics) {
        add("mezon_bot_dead_letters", .gauge, "Open dead letters.", metrics.deadLetters)
        add("mezon_bot_suspended_bots", .gauge, "Suspended bots.", metrics.status.suspendedBots.count)
        let degraded = Set(metrics.status.degraded.map(\.part))
        add(
            "mezon_bot_degraded", .gauge, "Whether the status reports a problem of a part of the program.",
            degraded.union(StatusReport.parts).sorted().map { Sample(degraded.contains($0) ? 1 : 0, [("part", $0)]) })
    }
}
