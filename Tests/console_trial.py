"""A bot with its local gateway, and a browser on its console: for the trials console-browser and first-minutes.

Needs Selenium, Chromium and its driver.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.by import By

PHONE, DESK = (360, 740), (1280, 900)


class Bot:
    """A bot with its data directory, which survives a kill."""

    def __init__(self, binary, folder, config):
        """The configuration contains `%d` for the port of the console."""
        self.binary, self.folder = os.path.join(binary, "mezon-bot"), folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.config = os.path.join(folder, "config.yaml")
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(config % self.port)
        self.process = None

    def start(self):
        log = open(os.path.join(self.folder, "log"), "a", encoding="utf-8")
        self.process = subprocess.Popen(
            [self.binary, "run", "--config", self.config, "--data", self.data], stdout=log, stderr=log)
        wait(lambda: self.run("status", "--json", check=False).returncode == 0, 60, "the bot does not start")
        wait(lambda: self.run("console", check=False).returncode == 0, 20, "the console does not listen")

    @property
    def data(self):
        return os.path.join(self.folder, "data")

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        begun = time.monotonic()
        code = self.process.wait(timeout=20)
        expect(code == 0, f"the bot ended with {code}")
        return time.monotonic() - begun

    def run(self, *arguments, check=True, text=None):
        return subprocess.run(
            [self.binary, *arguments, "--data", self.data], input=text, capture_output=True, encoding="utf-8", check=check)

    def plain(self, *arguments, check=True):
        return subprocess.run([self.binary, *arguments], capture_output=True, encoding="utf-8", check=check)

    def text(self):
        with open(self.config, encoding="utf-8") as file:
            return file.read()

    def write(self, text):
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(text)

    def say(self, *lines, name="guest", check=True):
        return self.run("chat", "--as", name, text="".join(line + "\n" for line in lines), check=check)

    def json(self, *arguments):
        return json.loads(self.run(*arguments, "--json").stdout)

    def journal(self):
        lines = self.run("journal", "list", "--json", "--limit", "100000").stdout.splitlines()
        return [json.loads(line) for line in lines if line]


def expect(holds, failure):
    if not holds:
        raise AssertionError(failure)


def wait(condition, seconds, failure):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if condition():
                return
        except StaleElementReferenceException:
            pass  # The page was replaced between finding an element and reading it.
        time.sleep(0.05)
    raise AssertionError(failure)


def browser(size, dark=False):
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en"]:
        options.add_argument(argument)
    if dark:
        options.add_argument("--force-dark-mode")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    # Named, so that Selenium looks for no other driver.
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    resize(driver, size)
    if dark:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    return driver


def resize(driver, size):
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE})


class Trial:
    """The steps of a trial: a class with `main`."""

    def __init__(self, binary, shots, config):
        self.folder = tempfile.TemporaryDirectory()
        self.bot = Bot(binary, self.folder.name, config)
        self.shots = shots
        self.driver = None

    def step(self, name):
        print(f"- {name}", flush=True)

    def shot(self, name):
        if self.shots:
            self.driver.save_screenshot(os.path.join(self.shots, name + ".png"))

    def open(self, path):
        self.driver.get(f"{self.bot.address}/{path}")

    def rows(self):
        return self.driver.execute_script("return [...document.querySelectorAll('#rows > li')].map(r => [r.id, r.textContent])")

    def sign_in(self):
        address = self.bot.run("console").stdout.strip()
        self.driver.get(address)
        return address

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def follow(self, act):
        """Does something that leads to another page, and waits for it."""
        def is_there():
            try:
                return self.driver.execute_script("return !window.isFormerPage && document.readyState === 'complete'")
            except WebDriverException:  # Between the pages.
                return False

        self.driver.execute_script("window.isFormerPage = true")
        act()
        wait(is_there, 10, "no other page follows")

    def edit(self, old, new):
        """Replaces a part of the text in the editor, as someone would who types."""
        text = self.find("#text")
        found = self.driver.execute_script(
            "const t = arguments[0], at = t.value.indexOf(arguments[1]); if (at < 0) return false; t.focus();"
            "t.setSelectionRange(at, at + arguments[1].length); return document.execCommand('insertText', false, arguments[2])",
            text, old, new)
        expect(found, f"the editor has no '{old}'")


def run(trial_class, usage, config):
    """Runs a trial with the arguments of the program: the folder of the binaries, and one for screenshots."""
    if len(sys.argv) < 2:
        sys.exit(usage)
    shots = sys.argv[2] if len(sys.argv) > 2 else None
    if shots:
        os.makedirs(shots, exist_ok=True)
    trial = trial_class(os.path.abspath(sys.argv[1]), shots, config)
    try:
        trial.main()
    except BaseException:
        if trial.driver:
            trial.shot("failure")
        with open(os.path.join(trial.bot.folder, "log"), encoding="utf-8") as log:
            print(log.read()[-4000:])
        raise
    finally:
        if trial.driver:
            trial.driver.quit()
        if trial.bot.process and trial.bot.process.poll() is None:
            trial.bot.kill()
