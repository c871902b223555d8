package import Foundation
import GRDB

extension Store {
    /// The counts of the brake on answers, without those of which nothing was heard since a moment.
    package func answerCounts(since date: Date) async throws -> [AnswerCount] {
        try await commits.commit { database in
            try AnswerCountTable.deleteOld(before: date, in: database)
            return try AnswerCountTable.all(in: database)
        }
    }
}
