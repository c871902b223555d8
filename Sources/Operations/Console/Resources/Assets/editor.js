// The editor's aids: line numbers, marks, checks while typing and suggestions. Without this script the form checks and saves as well.
"use strict";

(() => {
  const form = document.getElementById("editor");
  const text = document.getElementById("text");
  if (!form || !text) return;
  const gutter = document.getElementById("gutter");
  const marks = document.getElementById("marks");
  const words = document.getElementById("words");
  const position = document.getElementById("position");
  const banner = document.getElementById("connection");
  const original = text.value;
  let isSending = false;

  // Lines and columns are counted in code points from 1, as in `mezon-bot check`.

  function caret() {
    const before = text.value.slice(0, text.selectionStart).split("\n");
    return { line: before.length, column: Array.from(before[before.length - 1]).length + 1 };
  }

  function offset(line, column) {
    const lines = text.value.split("\n");
    const index = Math.min(line, lines.length) - 1;
    const before = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0);
    return before + Array.from(lines[index]).slice(0, column - 1).join("").length;
  }

  function reveal(line) {
    const height = parseFloat(getComputedStyle(text).lineHeight);
    text.scrollTop = Math.max(0, (line - 4) * height);
  }

  function moveTo(line, column, length) {
    const start = offset(line, column);
    text.focus();
    text.setSelectionRange(start, Math.min(text.value.length, start + (length > 1 ? length : 0)));
    reveal(line);
    follow();
  }

  function follow() {
    gutter.scrollTop = text.scrollTop;
    marks.scrollTop = text.scrollTop;
    marks.scrollLeft = text.scrollLeft;
    const place = caret();
    position.textContent = place.line + ":" + place.column;
  }

  // Marks

  function findings() {
    return Array.from(document.querySelectorAll("#findings [data-here=yes]"), (item) => ({
      item, line: Number(item.dataset.line), column: Number(item.dataset.column), length: Number(item.dataset.length),
      severity: item.classList.contains("error") ? "error" : "warning",
    }));
  }

  function draw() {
    const found = new Map();
    for (const finding of findings()) {
      if (!found.has(finding.line)) found.set(finding.line, []);
      found.get(finding.line).push(finding);
    }
    const lines = text.value.split("\n");
    const numbers = document.createDocumentFragment();
    const sheet = document.createDocumentFragment();
    lines.forEach((line, index) => {
      const here = found.get(index + 1) || [];
      const number = document.createElement("span");
      number.textContent = String(index + 1) + "\n";
      if (here.length) number.className = here.some((each) => each.severity === "error") ? "error" : "warning";
      numbers.append(number);
      if (here.length) {
        const scalars = Array.from(line);
        const { column, length, severity } = here[0];
        const mark = document.createElement("mark");
        mark.className = severity;
        mark.textContent = scalars.slice(column - 1, column - 1 + length).join("") || " ";
        sheet.append(scalars.slice(0, column - 1).join(""), mark);
      }
      sheet.append("\n");
    });
    gutter.replaceChildren(numbers);
    marks.replaceChildren(sheet);
    follow();
  }

  document.getElementById("findings").addEventListener("click", (event) => {
    const item = event.target.closest("[data-here=yes]");
    if (!item || !event.target.closest("a")) return;
    event.preventDefault();
    moveTo(Number(item.dataset.line), Number(item.dataset.column), Number(item.dataset.length));
  });

  // Requests

  async function post(address, more, signal) {
    const body = new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries(more)) body.set(name, value);
    const answer = await fetch(address, { method: "POST", body, signal, cache: "no-store", redirect: "error" });
    if (!answer.ok) {
      banner.hidden = false;
      banner.className = "connection lost";
      banner.textContent = banner.dataset[answer.status === 403 ? "ended" : "lost"] || "";
      throw new Error(String(answer.status));
    }
    banner.hidden = true;
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  let timer = null;
  let checking = null;

  async function check() {
    checking?.abort();
    checking = new AbortController();
    try {
      const parsed = await post(form.dataset.check, { live: "1" }, checking.signal);
      const found = parsed.querySelector("section");
      if (found) document.getElementById("findings").replaceChildren(document.importNode(found, true));
      draw();
    } catch {
      // A later check replaces this one, or the banner says that the session has ended.
    }
  }

  function changed() {
    draw();
    clearTimeout(timer);
    timer = setTimeout(check, 500);
    if (!words.hidden) suggest();
  }

  // Suggestions

  let replaced = 0;
  let asking = null;

  function close() {
    words.hidden = true;
    words.replaceChildren();
    text.removeAttribute("aria-activedescendant");
  }

  function select(item) {
    for (const each of words.children) each.setAttribute("aria-selected", String(each === item));
    if (!item) return;
    text.setAttribute("aria-activedescendant", item.id);
    item.scrollIntoView({ block: "nearest" });
  }

  function place() {
    const style = getComputedStyle(text);
    const { line, column } = caret();
    const probe = document.createElement("span");
    probe.textContent = "0".repeat(50);
    marks.append(probe);
    const width = probe.getBoundingClientRect().width / 50;
    probe.remove();
    const top = parseFloat(style.paddingTop) + line * parseFloat(style.lineHeight) - text.scrollTop;
    const left = parseFloat(style.paddingLeft) + (column - 1 - replaced) * width - text.scrollLeft;
    words.style.top = Math.max(0, top) + "px";
    words.style.left = Math.max(0, Math.min(left, text.clientWidth - words.offsetWidth)) + "px";
  }

  async function suggest() {
    asking?.abort();
    asking = new AbortController();
    const at = caret();
    try {
      const parsed = await post(form.dataset.complete, { line: at.line, column: at.column }, asking.signal);
      const list = parsed.querySelector("ul");
      replaced = Number(list?.dataset.replaced || 0);
      const items = Array.from(list?.children || [], (item) => document.importNode(item, true));
      if (!items.length) return close();
      items.forEach((item, index) => { item.id = "word-" + index; });
      words.replaceChildren(...items);
      words.hidden = false;
      select(items[0]);
      place();
    } catch {
      // A later request replaces this one.
    }
  }

  function accept(item) {
    const end = text.selectionStart;
    const { line, column } = caret();
    text.setRangeText(item.dataset.text, offset(line, column - replaced), end, "end");
    close();
    changed();
  }

  words.addEventListener("mousedown", (event) => {
    const item = event.target.closest("li");
    event.preventDefault();
    if (item) accept(item);
  });

  // Keys

  let leaves = false;

  function insert(value) {
    text.setRangeText(value, text.selectionStart, text.selectionEnd, "end");
    changed();
  }

  text.addEventListener("keydown", (event) => {
    const chosen = words.querySelector("[aria-selected=true]");
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      return suggest();
    }
    if (!words.hidden && chosen) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        const next = event.key === "ArrowDown" ? chosen.nextElementSibling : chosen.previousElementSibling;
        return select(next || chosen);
      }
      if (event.key === "Enter" || event.key === "Tab") {
        event.preventDefault();
        return accept(chosen);
      }
      if (event.key === "Escape") {
        event.preventDefault();
        return close();
      }
    }
    if (event.key === "Escape") {
      leaves = true;
      return;
    }
    if (event.key === "Tab" && !leaves && !event.shiftKey) {
      event.preventDefault();
      return insert("  ");
    }
    leaves = false;
    if (event.key === "Enter" && !event.ctrlKey) {
      event.preventDefault();
      const line = text.value.slice(0, text.selectionStart).split("\n").pop();
      insert("\n" + line.match(/^ */)[0]);
      const height = parseFloat(getComputedStyle(text).lineHeight);
      const bottom = (caret().line + 1) * height - text.clientHeight;
      if (text.scrollTop < bottom) text.scrollTop = bottom;
    }
  });

  text.addEventListener("input", changed);
  text.addEventListener("scroll", () => { follow(); close(); });
  text.addEventListener("blur", close);
  document.addEventListener("selectionchange", () => { if (document.activeElement === text) follow(); });
  form.addEventListener("submit", () => { isSending = true; });
  addEventListener("beforeunload", (event) => {
    if (isSending || text.value === original) return;
    event.preventDefault();
    event.returnValue = form.dataset.leave;
  });

  text.setAttribute("aria-controls", "words");
  document.body.classList.add("aided");
  draw();
  const asked = new URLSearchParams(location.search);
  if (asked.has("line")) moveTo(Number(asked.get("line")) || 1, Number(asked.get("column")) || 1, 1);
})();
