import ChatModel
import Foundation
import MezonProtocol
import NIOHTTP1
import SwiftProtobuf

extension ConnectionRouter {
    /// Answers a request, immediately or later; `nil` closes the connection without an answer.
    func serve(_ request: GatewayHTTPRequest, _ answer: @escaping (GatewayHTTPResponse?) -> Void) {
        if request.path.hasPrefix("/control") { return answer(control(request)) }
        if request.path == "/v2/apps/authenticate/token" {
            let claimed = GatewayLogin(request).flatMap { state.usersByID[$0.user]?.name }
            return withFaults(at: "login", claimed ?? "", answer) { self.login(request) }
        }
        if let method = request.path.removingPrefix("/mezon.api.Mezon/") {
            let account = caller(request).flatMap { state.usersByID[$0.user]?.name }
            return withFaults(at: method, account ?? "", answer) { self.call(method, request) }
        }
        answer(serveOther(request))
    }

    /// Checks whether a client may upgrade to a WebSocket. Completes with `nil` if it may, otherwise with the answer to
    /// send instead.
    func authorizeUpgrade(_ head: HTTPRequestHead, _ completion: @escaping (GatewayHTTPResponse?) -> Void) {
        let request = GatewayHTTPRequest(head)
        guard request.path == "/ws", request.method == .GET else { return completion(.refusal(.notFound)) }
        let user = request.parameter("token").flatMap { sessions.user(Secret($0), at: time.now) }
        guard let user, let account = state.usersByID[user] else { return completion(.refusal(.unauthenticated)) }
        guard let plan = faults.plan(at: "upgrade", account: account.name) else { return completion(nil) }
        let refusal =
            plan.refusal ?? (plan.leavesNoAnswer ? GatewayRequestError(status: 14, message: "a fault") : nil)
        guard let delay = plan.delay else { return completion(refusal.map(GatewayHTTPResponse.refusal)) }
        timers.after(delay) { completion(refusal.map(GatewayHTTPResponse.refusal)) }
    }

    private func withFaults(
        at point: String, _ account: String, _ answer: @escaping (GatewayHTTPResponse?) -> Void,
        _ action: @escaping () -> GatewayHTTPResponse
    ) {
        guard let plan = faults.plan(at: point, account: account) else { return answer(action()) }
        let later = { [weak self] in
            if plan.isDropped || plan.closeCode != nil { return answer(nil) }
            if let refusal = plan.refusal { return answer(.refusal(refusal)) }
            let result = action()
            // A half-open HTTP connection never gets an answer: the client's timeout ends it.
            if plan.halfOpens { return }
            answer(plan.losesAnswer ? nil : result)
            self?.flush()
        }
        if let delay = plan.delay { timers.after(delay, later) } else { later() }
    }

    private func login(_ request: GatewayHTTPRequest) -> GatewayHTTPResponse {
        guard request.method == .POST else { return .empty(405) }
        guard let login = GatewayLogin(request), let account = state.usersByID[login.user], account.token == login.token else {
            return .refusal(.unauthenticated)
        }
        let now = time.now
        let lifetime = Duration.seconds(state.switches.tokenSeconds)
        let isPython = request.headers.first(name: "User-Agent")?.contains("aiohttp") ?? false
        let hasScheme = state.switches.socketURL == .scheme || (state.switches.socketURL == .auto && isPython)
        let session = ApiSession.with {
            $0.token = sessions.issue(to: account, for: lifetime, at: now, using: &generator).reveal()
            $0.refreshToken = sessions.issue(to: account, for: lifetime, at: now, using: &generator).reveal()
            $0.userID = account.id.rawValue
            $0.apiURL = address.baseURL
            $0.wsURL = hasScheme ? "ws://\(address.authority)" : address.authority
            $0.sessionID = Sessions.randomSecret(using: &generator).reveal()
            if state.switches.idToken {
                $0.idToken = sessions.issue(to: account, for: lifetime, at: now, using: &generator).reveal()
            }
        }
        return .protobuf(session.wireBytes, "application/x-protobuf")
    }

    private func call(_ method: String, _ request: GatewayHTTPRequest) -> GatewayHTTPResponse {
        guard request.method == .POST else { return .empty(405) }
        do throws(GatewayRequestError) {
            guard let caller = caller(request) else { throw GatewayRequestError.unauthenticated }
            guard let rpc = RPC(rawValue: method) else { throw GatewayRequestError.unimplemented }
            let reply = try state.call(rpc, request.body, by: caller, at: time.now, using: &generator)
            deliver(reply.pushes)
            guard reply.answer.isEmpty, rpc.returnsNothing else { return .protobuf(reply.answer) }
            return state.switches.emptyRPC == 204 ? .noContent : .protobuf([])
        } catch {
            return .refusal(error)
        }
    }

    /// Answers requests to the token chain and for attachments.
    private func serveOther(_ request: GatewayHTTPRequest) -> GatewayHTTPResponse {
        if let answer = chain(request) { return answer }
        if request.method == .PUT, let name = request.path.removingPrefix("/upload/") {
            do throws(GatewayRequestError) {
                try state.uploads.put(request.body, as: name, key: request.parameter("key") ?? "")
                return .empty(200)
            } catch { return .refusal(error) }
        }
        if request.method == .GET, let upload = state.uploads.upload(String(request.path.dropFirst())) {
            return GatewayHTTPResponse(
                status: 200, contentType: upload.mediaType.isEmpty ? "application/octet-stream" : upload.mediaType,
                body: upload.bytes ?? [], headers: ["Content-Disposition": "attachment"])
        }
        return .refusal(request.path == "/ws" ? .invalid("this is the address of the WebSocket") : .notFound)
    }

    private func caller(_ request: GatewayHTTPRequest) -> Caller? {
        request.bearer.flatMap { sessions.user($0, at: time.now) }.map { Caller(user: $0, connection: nil) }
    }
}

extension Substring {
    fileprivate func removingPrefix(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}

extension FaultPlan {
    /// A Boolean value that indicates whether the client gets no answer.
    fileprivate var leavesNoAnswer: Bool { isDropped || losesAnswer || halfOpens || closeCode != nil }
}

extension RPC {
    /// A Boolean value that indicates whether its success has no response message.
    fileprivate var returnsNothing: Bool {
        switch self {
        case .updateRole, .removeClanUsers, .removeChannelUsers, .banClanUsers, .unbanClanUsers, .addQuickMenuAccess,
            .deleteQuickMenuAccess, .addChannelUsers, .blockFriends, .unblockFriends, .deleteRole, .deleteEvent,
            .deleteChannelDesc, .deleteFriends, .deleteCategoryDesc, .deleteNotifications, .leaveThread, .archiveChannel,
            .setRoleChannelPermission, .setNotificationChannelSetting, .setMuteChannel, .setNotificationClanSetting,
            .setNotificationCategorySetting, .deleteNotificationCategorySetting, .deleteNotificationChannel, .updateCategory,
            .updateChannelDesc, .updateEvent, .createClanEmoji, .deleteByIdClanEmoji, .updateClanEmojiById, .addClanSticker,
            .updateClanStickerById, .deleteClanStickerById, .updateUserStatus, .deleteUserEvent, .addUserEvent,
            .messageButtonClick, .dropdownBoxSelected, .activeArchivedThread, .deletePinMessage, .markAsRead,
            .updateUserProfileByClan, .closeConversation:
            true
        default: false
        }
    }
}
