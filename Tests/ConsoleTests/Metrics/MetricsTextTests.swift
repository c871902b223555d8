import ChatModel
import Foundation
import RuleEngine
import Storage
import Testing

@testable import Console
@testable import MezonBotApp

struct MetricsTextTests {
    private static let now = Date(timeIntervalSince1970: 1_000)

    private func lines(_ metrics: ApplicationMetrics) -> [String] {
        MetricsText(metrics, version: "1.2.3", streams: (open: 1, dropped: 2)).text.split(separator: "\n").map(String.init)
    }

    @Test func `a metric has its help, its type and a line for each value`() {
        var text = MetricsText()
        text.add("a_total", .counter, "Two\nlines \"quoted\" \\.", [.init(1, [("b", "x\"y\\z\n")]), .init(2.5, [("b", "é")])])
        text.add("c", .gauge, "None.", [])
        text.add("d", .gauge, "Infinite.", .infinity)
        #expect(
            text.text == """
                # HELP a_total Two\\nlines "quoted" \\\\.
                # TYPE a_total counter
                a_total{b="x\\"y\\\\z\\n"} 1
                a_total{b="é"} 2.5
                # HELP d Infinite.
                # TYPE d gauge
                d +Inf

                """)
    }

    @Test func `the commit times are a histogram whose buckets add up`() {
        var store = StoreStatistics.Figures()
        for milliseconds in [0.5, 1, 3, 700, 20_000] { store.commitTimes.add(.milliseconds(milliseconds)) }
        let lines = lines(ApplicationMetrics(status: .make(at: Self.now), store: store))
        for line in [
            "# TYPE mezon_bot_commit_duration_seconds histogram",
            #"mezon_bot_commit_duration_seconds_bucket{le="0.001"} 2"#,
            #"mezon_bot_commit_duration_seconds_bucket{le="0.005"} 3"#,
            #"mezon_bot_commit_duration_seconds_bucket{le="1.0"} 4"#, #"mezon_bot_commit_duration_seconds_bucket{le="+Inf"} 5"#,
            "mezon_bot_commit_duration_seconds_sum 20.7045", "mezon_bot_commit_duration_seconds_count 5",
        ] { #expect(lines.contains(line), "\(line)") }
    }

    @Test func `only rules of the configuration have series, and each has both modes`() {
        var store = StoreStatistics.Figures()
        store.counts.hits = ["a": .init(enforced: 3, shadow: 1), "former": .init(enforced: 9, shadow: 0)]
        let hits = lines(ApplicationMetrics(status: .make(at: Self.now), store: store, rules: ["a", "b"])).filter {
            $0.hasPrefix("mezon_bot_rule_hits_total{")
        }
        #expect(
            hits == [
                #"mezon_bot_rule_hits_total{rule="a",mode="enforce"} 3"#, #"mezon_bot_rule_hits_total{rule="a",mode="shadow"} 1"#,
                #"mezon_bot_rule_hits_total{rule="b",mode="enforce"} 0"#, #"mezon_bot_rule_hits_total{rule="b",mode="shadow"} 0"#,
            ])
    }

    @Test func `the time of measured rules is a sum and a count`() {
        let costs = [
            "b": RuleCost(evaluations: 2, time: .milliseconds(3)), "a": RuleCost(evaluations: 1, time: .microseconds(500)),
        ]
        let lines = lines(ApplicationMetrics(status: .make(at: Self.now), ruleCosts: costs)).filter {
            $0.hasPrefix("mezon_bot_rule_evaluation")
        }
        #expect(
            lines == [
                #"mezon_bot_rule_evaluation_seconds_total{rule="a"} 0.0005"#,
                #"mezon_bot_rule_evaluation_seconds_total{rule="b"} 0.003"#,
                #"mezon_bot_rule_evaluations_measured_total{rule="a"} 1"#,
                #"mezon_bot_rule_evaluations_measured_total{rule="b"} 2"#,
            ])
    }

    @Test func `every part that may be degraded has a series`() {
        let lines = lines(
            ApplicationMetrics(status: .make(at: Self.now, degraded: [.init(part: "store", lines: ["full"])], isConnected: false))
        )
        #expect(lines.contains(#"mezon_bot_degraded{part="store"} 1"#) && lines.contains(#"mezon_bot_degraded{part="backup"} 0"#))
        #expect(lines.contains("mezon_bot_connected 0"))
        #expect(lines.count { $0.hasPrefix("mezon_bot_degraded{") } == StatusReport.parts.count)
    }

    @Test func `backlogs have the age of their oldest item, and backups a time`() {
        let oldest = Self.now.addingTimeInterval(-12)
        let lines = lines(
            ApplicationMetrics(
                status: .make(at: Self.now), waitingEntries: Backlog(count: 4, oldest: oldest), waitingDeliveries: Backlog(),
                backups: .init(interval: .seconds(3600), newest: Date(timeIntervalSince1970: 500))))
        for line in [
            "mezon_bot_waiting_events 4", "mezon_bot_oldest_waiting_event_age_seconds 12", "mezon_bot_waiting_deliveries 0",
            "mezon_bot_oldest_waiting_delivery_age_seconds 0", "mezon_bot_backup_interval_seconds 3600",
            "mezon_bot_newest_backup_timestamp_seconds 500", #"mezon_bot_build_info{version="1.2.3"} 1"#,
            "mezon_bot_console_dropped_streams_total 2",
        ] { #expect(lines.contains(line), "\(line)") }
    }
}
