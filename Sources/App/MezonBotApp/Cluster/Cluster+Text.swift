package import Foundation
import Moderation
package import PostgreSQLStorage

extension Cluster {
    /// A description of the cluster in one line: `active on a since 12:00:01 (b did not answer); b stands by`.
    package func line(in zone: TimeZone) -> String {
        var parts: [String] = []
        if let active {
            let last = moves.first { $0.node == active }
            parts.append("active on \(active)" + (last.map { " since \($0.at.stamp(in: zone)) (\($0.reason))" } ?? ""))
        } else {
            parts.append("active on no node")
        }
        for (role, words) in [(Node.Role.standby, "standing by"), (.draining, "drained"), (.gone, "gone")] {
            let names = nodes.filter { $0.role == role }.map(\.name)
            if !names.isEmpty { parts.append("\(words): \(names.joined(separator: ", "))") }
        }
        if let successor { parts.append("moving to \(successor)") }
        return parts.joined(separator: "; ")
    }
}
