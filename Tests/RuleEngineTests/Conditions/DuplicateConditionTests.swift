import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct DuplicateConditionTests {
    @Test func `duplicate finds repeated texts despite obfuscation`() throws {
        let engine = try ConditionTestHarness.engine("{ duplicate: { count: \">= 3\", within: 2m } }")
        let said = ConditionTestHarness.said(
            engine,
            [
                (0, .make("nhận quà miễn phí tại đây")), (10, .make("NHAN QUA MIEN PHI tai day!!!")),
                (20, .make("chào mọi người nhé cả nhà")), (30, .make("nhận.quà.miễn.phí.tại.đây")),
                (31, .make("nhận quà miễn phí tại đây", in: 14)), (40, .make("hi")), (135, .make("nhận quà miễn phí tại đây")),
            ])
        #expect(said == ["4: duplicate.count 3 in 2m >= 3"])
    }

    @Test func `duplicate across clan finds repeats in other channels and by other users`() throws {
        let spam = "mua hàng giá rẻ ở đây"
        let messages: [(TimeInterval, Message)] = [
            (0, .make(spam)), (1, .make(spam, in: 14)), (2, .make(spam, by: .newcomer, in: 15)), (3, .make(spam, by: .newcomer)),
        ]
        let clan = try ConditionTestHarness.engine("{ duplicate: { count: \">= 2\", within: 2m, across: clan } }")
        #expect(
            ConditionTestHarness.said(clan, messages) == ["2: duplicate.count 2 in 2m >= 2", "4: duplicate.count 2 in 2m >= 2"])
        let everybody = try ConditionTestHarness.engine("{ duplicate: { count: \"> 3\", within: 2m, across: clan, per: rule } }")
        #expect(ConditionTestHarness.said(everybody, messages) == ["4: duplicate.count 4 in 2m > 3"])
    }

    @Test(arguments: [(0.5, true), (0.95, false)])
    func `duplicate honors its similarity threshold`(similarity: Double, isFound: Bool) throws {
        let engine = try ConditionTestHarness.engine("{ duplicate: { count: 2, within: 2m, similarity: \(similarity) } }")
        let said = ConditionTestHarness.said(
            engine, [(0, .make("tuyển cộng tác viên làm tại nhà 1")), (1, .make("tuyển cộng tác viên làm tại nhà, inbox"))])
        #expect(said.isEmpty == !isFound)
    }

    @Test func `duplicate skips texts below min_length`() throws {
        let engine = try ConditionTestHarness.engine("{ not: { duplicate: { count: \">= 1\", within: 2m } } }")
        #expect(
            ConditionTestHarness.said(engine, [(0, .make("ok"))]) == [
                "1: not duplicate.min_length 2 characters are fewer than 12"
            ])
    }
}
