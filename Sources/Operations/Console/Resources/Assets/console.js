// The live parts of the console. Every page works without this script; it shows new entries as they come and keeps figures current.
"use strict";

(() => {
  const banner = document.getElementById("connection");

  function show(state) {
    banner.hidden = false;
    banner.className = "connection " + state;
    banner.textContent = banner.dataset[state] || "";
  }

  // The journal

  const maxRows = 500;
  const rows = document.getElementById("rows");
  const pause = document.getElementById("pause");

  function follow() {
    let source = null;
    let retry = null;
    let last = new URL(rows.dataset.stream, location.href).searchParams.get("after");
    let isPaused = false;
    let held = [];

    function row(text) {
      // Parsed in a document of its own, in which nothing is loaded or run. The text comes from the server's templates.
      const parsed = new DOMParser().parseFromString("<ol>" + text + "</ol>", "text/html").querySelector("li");
      return parsed && document.importNode(parsed, true);
    }

    function put(item) {
      const known = item.id && document.getElementById(item.id);
      if (known) return known.replaceWith(item);
      item.classList.add("fresh");
      rows.prepend(item);
      document.getElementById("empty")?.remove();
      while (rows.children.length > maxRows) rows.lastElementChild.remove();
    }

    function replace(item) {
      document.getElementById(item.id)?.replaceWith(item);
    }

    function take(event, apply) {
      if (event.lastEventId) last = event.lastEventId;
      const item = row(event.data);
      if (!item) return;
      if (!isPaused) return apply(item);
      held.push(() => apply(item));
      if (held.length > maxRows) held.shift();
    }

    function open() {
      clearTimeout(retry);
      source?.close();
      const address = new URL(rows.dataset.stream, location.href);
      address.searchParams.set("after", last);
      source = new EventSource(address);
      source.addEventListener("ready", () => show(isPaused ? "paused" : "live"));
      source.addEventListener("entry", (event) => take(event, put));
      source.addEventListener("gap", (event) => take(event, put));
      source.addEventListener("change", (event) => take(event, replace));
      source.addEventListener("position", (event) => { last = event.lastEventId; });
      source.addEventListener("reload", () => location.reload());
      source.onerror = () => {
        source.close();
        show("lost");
        clearTimeout(retry);
        retry = setTimeout(open, 1000);
      };
    }

    if (pause) {
      pause.hidden = false;
      const label = pause.textContent;
      pause.addEventListener("click", () => {
        isPaused = !isPaused;
        pause.setAttribute("aria-pressed", String(isPaused));
        pause.textContent = isPaused ? pause.dataset.resume : label;
        if (!banner.classList.contains("lost")) show(isPaused ? "paused" : "live");
        if (!isPaused) held.splice(0).forEach((change) => change());
      });
    }
    addEventListener("pagehide", () => source?.close());
    addEventListener("pageshow", (event) => { if (event.persisted) open(); });
    open();
  }

  // Pages with figures

  function refresh(seconds) {
    const name = document.body.dataset.part;
    const part = document.getElementById(name);

    async function load() {
      let isOver = false;
      const isBusy = document.hidden || part.contains(document.activeElement);
      if (!isBusy) {
        try {
          const address = new URL(location.href);
          address.searchParams.set("live", "1");
          const answer = await fetch(address, { cache: "no-store", redirect: "error" });
          if (answer.status === 401) return show("ended");
          if (!answer.ok) throw new Error(String(answer.status));
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          const next = page.getElementById(name);
          isOver = !page.body.dataset.refresh;
          if (next && next.innerHTML !== part.innerHTML) {
            const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 40;
            part.replaceChildren(...Array.from(next.childNodes, (node) => document.importNode(node, true)));
            if (name === "messages" && isAtEnd) scrollTo(0, document.documentElement.scrollHeight);
          }
          banner.hidden = true;
        } catch {
          show("lost");
        }
      }
      if (!isOver) setTimeout(load, seconds * 1000);
    }

    setTimeout(load, seconds * 1000);
  }

  if (rows && rows.dataset.stream) follow();
  if (document.body.dataset.part === "messages") scrollTo(0, document.documentElement.scrollHeight);
  const seconds = Number(document.body.dataset.refresh);
  if (seconds > 0) refresh(seconds);
})();
