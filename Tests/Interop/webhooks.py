"""Holds our webhooks to the reference library of Standard Webhooks: webhooks.py BIN_FOLDER

What the library signs, our door takes, and what is changed afterwards it does not; what we post, the library verifies.
"""
import base64
import datetime
import http.server
import json
import os
import random
import subprocess
import sys
import threading
import urllib.error
import urllib.request

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

soak = f"{sys.argv[1]}/soak"
chance = random.Random(7)
secrets = ["whsec_" + base64.b64encode(chance.randbytes(size)).decode() for size in (24, 32, 64)]
now = datetime.datetime.now(tz=datetime.UTC)


def text():
    letters = "aZ09 .,;{}[]\"\\/<>&\n\téđ👍🏽漢\x7f"
    return json.dumps({"text": "".join(chance.choice(letters) for _ in range(chance.randrange(60)))}, ensure_ascii=chance.random() < 0.5)


def call(port, body, headers):
    request = urllib.request.Request(f"http://127.0.0.1:{port}/hooks", body.encode(), {"content-type": "application/json", **headers})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def signed(secret, body, identifier, at):
    return {
        "webhook-id": identifier, "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": Webhook(secret).sign(identifier, at, body),
    }


def receives():
    command = [soak, "webhooks", *(f"--secret={secret}" for secret in secrets)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as ours:
        port = json.loads(ours.stdout.readline())["port"]
        for number in range(200):
            body = text()
            headers = signed(chance.choice(secrets), body, f"msg_{number}", now)
            assert call(port, body, headers) == 200, (body, headers)
            wrong = chance.choice([
                lambda: call(port, body + " ", headers),
                lambda: call(port, body, {**headers, "webhook-id": "msg_other"}),
                lambda: call(port, body, {**headers, "webhook-timestamp": str(int(now.timestamp()) + 1)}),
                lambda: call(port, body, signed("whsec_" + base64.b64encode(os.urandom(32)).decode(), body, "msg_a", now)),
                lambda: call(port, body, signed(secrets[0], body, "msg_a", now - datetime.timedelta(seconds=400))),
                lambda: call(port, body, signed(secrets[0], body, "msg_a", now + datetime.timedelta(seconds=400))),
            ])
            assert wrong() == 401, (body, headers)
        ours.terminate()


def posts():
    verified = []

    class Door(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            status = 200
            try:
                for secret in secrets:
                    Webhook(secret).verify(body, dict(self.headers))
                verified.append(json.loads(body)["number"])
                try:
                    Webhook(secrets[0]).verify(body + b" ", dict(self.headers))
                    status = 500
                except WebhookVerificationError:
                    pass
            except WebhookVerificationError:
                status = 401
            self.send_response(status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Door)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    told = subprocess.run(
        [soak, "webhooks", f"--post={address}", *(f"--secret={secret}" for secret in secrets)],
        check=True, capture_output=True, text=True)
    assert json.loads(told.stdout)["posted"] == 200 and verified == list(range(200)), (told, len(verified))
    refused = subprocess.run([soak, "webhooks", f"--post={address}", f"--secret={secrets[0]}"], capture_output=True, text=True)
    assert refused.returncode != 0 and "401" in refused.stderr, refused
    server.shutdown()


receives()
posts()
print("webhooks: 200 calls signed by the library are taken and 200 forged ones are not; 200 of ours are verified with three secrets each")
