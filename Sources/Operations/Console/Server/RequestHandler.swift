import BotKit
import ChatModel
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import MezonBotApp
import NIOCore
import Storage
import Synchronization

/// Answers the requests of browsers.
struct RequestHandler: Sendable {
    let context: ConsoleContext
    let origins: AllowedOrigins
    let sessions: SessionStore
    let notices: PendingNotices
    let renderer: PageRenderer
    let feed: JournalFeed
    let activity: RuleActivity
    let metrics: MetricsEndpoint
    let assistants: AssistantEndpoint
    let runner: ConsoleRunner
    let completion = LazyCompletion()
    let rooms: ChatRooms
    let fixtures: FixtureMaker
    let whyNot: WhyNotFinder
    let cookies: ConsoleCookies
    let logger: Logger

    /// Answers a request. Every response carries the security headers.
    func respond(to request: Request, _ connection: ConsoleRequestContext) async -> Response {
        var response: Response
        do {
            response = try await answer(request, connection)
        } catch {
            logger.warning("Console request failed", metadata: ["storage.error": "\(StorageErrorDescription.words(for: error))"])
            response = plain(.internalServerError)
        }
        SecurityHeaders.add(to: &response.headers)
        return response
    }

    private func answer(_ request: Request, _ connection: ConsoleRequestContext) async throws -> Response {
        let isPost = request.method == .post
        let target = request.head.path ?? ""
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first.map(String.init) ?? ""
        let route = Route(isPost: isPost, path: path, basePath: origins.basePath)
        // A page elsewhere does not have the token. Whoever has it may use any name of this machine.
        if route == .assistants {
            return try await assistants.respond(to: request, isOwnOrigin: origins.allows(origin: request.headers[.origin]))
        }
        guard origins.allows(host: request.head.authority) || route == .metrics && metrics.needsToken else {
            return plain(.forbidden)
        }
        guard isPost || request.method == .get else { return plain(.methodNotAllowed) }
        guard let route else { return plain(.notFound) }
        guard let query = FormFields(parts.count > 1 ? parts[1] : "") else { return plain(.badRequest) }
        let language = Language(
            cookie: cookies.value(.language, in: request.headers), accepted: request.headers[.acceptLanguage])
        switch route {
        case .health: return text("ok\n", "text/plain; charset=utf-8")
        case .readiness: return await readiness()
        case .metrics: return try await metricsResponse(to: request)
        case .assistants: return plain(.notFound)
        case .asset(let asset): return self.asset(asset)
        case .open(let token): return try open(token, language)
        case .action(let action): return try await act(action, request, language)
        case .screen, .journalStream, .trace, .incident, .editorRun, .revisions, .ruleMode, .suggestions, .rewind,
            .setting:
            break
        }
        guard let session = session(of: request) else { return try signedOut(language) }
        let context = context.scoped(to: session.scope)
        if case .journalStream = route { return try await stream(query, request, session, language, connection) }
        var viewer = PageRenderer.Viewer(
            language: language, formToken: session.formToken.text, address: String(target.dropFirst(origins.basePath.utf8.count)),
            scope: session.scope)
        // A fragment is loaded by a script; the notice waits for the page that a person reads.
        if !query["live"].isEmpty { viewer.address = "/" } else { viewer.notice = notices.take(for: session) }
        guard route.isOpen(to: session.scope) else { return try message("not_found", .notFound, viewer) }
        do {
            let page = try await Screens(
                context: context, feed: feed, activity: activity, runner: runner, rooms: rooms, whyNot: whyNot
            ).page(route, query, session, renderer.texts(language))
            return html(try renderer.document(page, for: viewer))
        } catch ScreenError.notFound {
            return try message("not_found", .notFound, viewer)
        } catch ScreenError.refused(let lines) {
            viewer.notice = .init(lines: lines, isRefused: true)
            return try message("unavailable", .serviceUnavailable, viewer)
        }
    }

    private func session(of request: Request) -> ConsoleSession? {
        cookies.value(.session, in: request.headers).flatMap(sessions.session)
    }

    /// Exchanges a one-time token for a session.
    private func open(_ token: String, _ language: Language) throws -> Response {
        guard let session = sessions.open(with: token) else { return try signedOut(language) }
        logger.info("Console session opened")
        var response = redirect(to: "/")
        response.headers[.setCookie] = cookies.set(.session, session.token.text, seconds: Int(SessionStore.sessionLifetime))
        return response
    }

    private func act(_ action: Route.Action, _ request: Request, _ language: Language) async throws -> Response {
        guard origins.allows(origin: request.headers[.origin]) else { return plain(.forbidden) }
        guard let session = session(of: request) else { return plain(.forbidden) }
        let limit = action.maxBodyBytes
        guard let body = try? await request.body.collect(upTo: limit) else { return plain(.contentTooLarge) }
        guard let form = FormFields(String(buffer: body), maxBytes: limit) else { return plain(.badRequest) }
        guard session.formToken.matches(form["csrf"]) else { return plain(.forbidden) }
        guard action.isOpen(to: session.scope) else { return plain(.notFound) }
        let context = context.scoped(to: session.scope)
        switch action {
        case .chooseLanguage:
            var response = redirect(to: Self.localAddress(form["address"]))
            if let chosen = Language(rawValue: form["language"]) {
                response.headers[.setCookie] = cookies.set(.language, chosen.rawValue, seconds: 365 * 86_400)
            }
            return response
        case .signOut:
            sessions.close(session)
            var response = redirect(to: "/")
            response.headers[.setCookie] = cookies.set(.session, "", seconds: 0)
            return response
        case .editor(let command): return try await edit(command, form, session, language)
        case .makeFixture(let entry): return try await makeFixture(of: entry, form, session, language)
        case .runRule(let command): return try await start(command, form, session, language)
        case .undo(let clan, let number) where form["test"] == "yes":
            return try await saveTest(of: number, in: ClanID(clan), form, session, language)
        case .chat(let command): return try await talk(command, form, session)
        default: break
        }
        do {
            let reply = try await ActionHandler(context: context).perform(action, form)
            notices.put(.init(lines: reply.lines, isRefused: reply.isRefused), for: session)
            logger.info("Console action", metadata: ["console.action": "\(action)", "console.refused": "\(reply.isRefused)"])
            return redirect(to: action.address)
        } catch ScreenError.notFound {
            return plain(.notFound)
        } catch ScreenError.invalid {
            return plain(.badRequest)
        } catch ScreenError.refused(let lines) {
            notices.put(.init(lines: lines, isRefused: true), for: session)
            return redirect(to: action.address)
        }
    }

    /// An address within the console, which begins with one slash; the overview for any other.
    static func localAddress(_ text: String) -> String {
        guard text.hasPrefix("/"), !text.hasPrefix("//"), !text.hasPrefix("/\\"), text.utf8.count <= 2_000,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return "/" }
        return text
    }

    private func stream(
        _ query: FormFields, _ request: Request, _ session: ConsoleSession, _ language: Language,
        _ connection: ConsoleRequestContext
    ) async throws -> Response {
        let resumed = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }.flatMap { Int64($0) }
        guard let after = resumed ?? Int64(query["after"]), after >= 0 else { return plain(.badRequest) }
        let context = context.scoped(to: session.scope)
        let filter: JournalFilter
        do {
            filter = try await context.filter(JournalQuery(fields: query))
        } catch ScreenError.invalid {
            return plain(.badRequest)
        }
        guard let subscription = feed.subscribe(drop: { [channel = connection.channel] in channel.close(promise: nil) }) else {
            var response = plain(.serviceUnavailable)
            response.headers[.retryAfter] = "5"
            return response
        }
        // A closed connection is noticed by a write only, and the next one may be far away.
        connection.channel.closeFuture.whenComplete { [feed] _ in feed.unsubscribe(subscription) }
        let rows = RowRenderer(context, renderer, in: language)
        let stream = JournalStream(
            reader: context.reader, filter: filter, subscription: subscription, render: rows.render, renderGap: rows.renderGap)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream; charset=utf-8"],
            body: ResponseBody { [feed, logger] writer in
                defer { feed.unsubscribe(subscription) }
                do {
                    try await stream.run(after: after) { try await writer.write(ByteBuffer(string: $0)) }
                } catch let error as StorageError {
                    logger.warning("Console stream failed", metadata: ["storage.error": "\(error)"])
                }
                try await writer.finish(nil)
            })
    }

    private func readiness() async -> Response {
        let status = try? await context.status()
        guard status?.isConnected == true else {
            return text("not ready\n", "text/plain; charset=utf-8", .serviceUnavailable)
        }
        return text("ready\n", "text/plain; charset=utf-8")
    }

    private func metricsResponse(to request: Request) async throws -> Response {
        switch try await metrics.reply(authorization: request.headers[.authorization]) {
        case .metrics(let text): return self.text(text, MetricsText.contentType)
        case .forbidden: return plain(.forbidden)
        case .unauthorized:
            var response = plain(.unauthorized)
            response.headers[.wwwAuthenticate] = "Bearer"
            return response
        }
    }

    private func asset(_ asset: Route.Asset) -> Response {
        let (bytes, type) =
            switch asset {
            case .style: (PackageResources.console_css, "text/css; charset=utf-8")
            case .script: (PackageResources.console_js, "text/javascript; charset=utf-8")
            case .editorScript: (PackageResources.editor_js, "text/javascript; charset=utf-8")
            case .icon: (PackageResources.icon_svg, "image/svg+xml")
            }
        return text(String(decoding: bytes, as: UTF8.self), type)
    }

    private func signedOut(_ language: Language) throws -> Response {
        let viewer = PageRenderer.Viewer(language: language, formToken: nil, address: "/")
        return try message("signed_out", .unauthorized, viewer)
    }

    func message(_ key: String, _ status: HTTPResponse.Status, _ viewer: PageRenderer.Viewer) throws -> Response {
        let text = renderer.texts(viewer.language)["message_\(key)"]
        let page = ConsolePage(
            template: "message", title: "title_\(key)", values: ["text": text, "isSignIn": key == "signed_out"])
        return html(try renderer.document(page, for: viewer), status)
    }

    func redirect(to address: String) -> Response {
        Response(status: .seeOther, headers: [.location: origins.basePath + address, .contentLength: "0"])
    }

    func html(_ text: String, _ status: HTTPResponse.Status = .ok) -> Response {
        self.text(text, "text/html; charset=utf-8", status)
    }

    func text(_ text: String, _ type: String, _ status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    func plain(_ status: HTTPResponse.Status) -> Response {
        text(status.reasonPhrase + "\n", "text/plain; charset=utf-8", status)
    }
}

extension Route.Action {
    /// The page that shows the result.
    var address: String {
        switch self {
        case .answerQuestion: "/incidents"
        case .undo(let clan, let number): "/incidents/\(clan)/\(number)"
        case .changeJob, .trigger: "/schedule"
        case .closeDeadLetter: "/bots"
        case .resend: "/relays"
        case .changeMode: "/rules"
        case .runRule(let command): command.kind.address
        case .changeSetting(let clan): "/settings?clan=\(clan)"
        case .editor: "/editor"
        case .chat: "/chat"
        case .makeFixture(let entry): "/journal/\(entry)"
        case .chooseLanguage, .signOut: "/"
        }
    }
}
