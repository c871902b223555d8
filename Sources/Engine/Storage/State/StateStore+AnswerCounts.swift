package import Foundation
import GRDB

extension Store {
    /// The counts of the answer rate limiter, without those whose last event is older than `date`.
    package func answerCounts(since date: Date) async throws -> [AnswerCount] {
        try await commits.commit { database in
            try AnswerCountTable.deleteOld(before: date, in: database)
            return try AnswerCountTable.all(in: database)
        }
    }
}
