import HTTPServer

/// The one script of the console. Every page works without it; with it, times stand in the browser's own zone, and
/// pages that say so are kept fresh.
///
/// A fresh page is fetched as anybody would fetch it, with the etag of the one before (304 costs nothing), and its
/// content replaces the one that is shown: never while the tab is hidden, somebody writes in a form of the page,
/// has something selected there, or nothing but an age has changed. Every 5 s, more rarely the longer nothing
/// changes, at most every 30 s; after errors at most every minute.
enum ConsoleScript {
    static func read(_ exchange: RouteHandler.Exchange) async throws -> HTTPResponse {
        ConsolePage.asset(text, type: "text/javascript; charset=utf-8")
    }

    static let text = #"""
        "use strict";
        (() => {
          const page = document.documentElement;
          const main = document.getElementById("main");
          const said = document.getElementById("live");

          // Times in the browser's zone, where nobody has chosen one.
          const format = new Intl.DateTimeFormat("en", {
            year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit",
            second: "2-digit", hourCycle: "h23",
          });
          const parts = (date) =>
            Object.fromEntries(format.formatToParts(date).map((p) => [p.type, p.value]));
          const localize = (root) => {
            if (page.dataset.zone) return;
            // A chart's hours.
            for (const hour of root.querySelectorAll("text[datetime]")) {
              const date = new Date(hour.getAttribute("datetime"));
              if (Number.isNaN(date.getTime())) continue;
              const part = parts(date);
              hour.textContent = `${part.hour}:${part.minute}`;
            }
            for (const time of root.querySelectorAll("time[datetime]")) {
              const date = new Date(time.dateTime);
              if (Number.isNaN(date.getTime()) || time.title) continue;
              const part = parts(date);
              time.title = time.textContent;
              time.textContent =
                `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`;
            }
          };
          const zone = document.getElementById("zone");
          if (zone && !page.dataset.zone) zone.textContent = format.resolvedOptions().timeZone;

          // What a page says, without what only the clock changes.
          const meaning = (element) => {
            const copy = element.cloneNode(true);
            for (const age of copy.querySelectorAll(".age")) age.remove();
            return copy.innerHTML;
          };
          let shown = main && meaning(main);
          localize(document);
          if (!main || !said || !("live" in main.dataset)) return;

          const isTouched = (field) =>
            field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
            : field.options
              ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((o) => o.defaultSelected))
            : field.type !== "hidden" && field.value !== field.defaultValue;
          const isBusy = () => {
            const focus = document.activeElement;
            if (focus && main.contains(focus) && focus.matches("input, select, textarea, button")) return true;
            const selection = document.getSelection();
            if (selection && !selection.isCollapsed && main.contains(selection.anchorNode)) return true;
            return [...main.querySelectorAll("input, select, textarea")].some(isTouched);
          };

          // Puts the new content in place; the focus and what was unfolded stay.
          const replace = (fresh) => {
            const focus = document.activeElement;
            const link = focus && main.contains(focus) ? focus.getAttribute("href") : null;
            const open = [...main.querySelectorAll("details")].map((d) => d.open);
            main.replaceChildren(...fresh.childNodes);
            main.querySelectorAll("details").forEach((d, i) => { d.open = open[i] ?? d.open; });
            localize(main);
            if (link) {
              const again = [...main.querySelectorAll("a")].find((a) => a.getAttribute("href") === link);
              if (again) again.focus({ preventScroll: true });
            }
          };
          const say = (word) => {
            if (said.dataset.word === word) return;
            said.dataset.word = word;
            said.textContent = said.dataset[word] || "";
          };

          const shortest = 5000, longest = 30000, afterErrors = 60000;
          let pause = shortest, etag = null, timer = 0, isAsking = false;
          const wait = () => { clearTimeout(timer); timer = setTimeout(ask, pause); };
          const ask = async () => {
            if (document.hidden || isAsking) return;
            isAsking = true;
            try {
              const answer = await fetch(location.href, {
                headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store",
                credentials: "same-origin", redirect: "manual",
              });
              if (answer.type === "opaqueredirect") { say("ended"); return; }
              if (answer.status === 304) pause = Math.min(pause * 1.5, longest);
              else if (!answer.ok) throw new Error(String(answer.status));
              else take(await answer.text(), answer.headers.get("ETag"));
              if (said.dataset.word === "failed") say("fresh");
            } catch (error) {
              pause = Math.min(pause * 2, afterErrors);
              say("failed");
            } finally { isAsking = false; }
            wait();
          };
          const take = (text, tag) => {
            const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main");
            if (!fresh) return;
            // Another tab has chosen another app: this page is that one's now, all of it.
            if (fresh.dataset.app !== main.dataset.app) { location.reload(); return; }
            const now = meaning(fresh);
            const isNews = now !== shown;
            if (isBusy()) {
              if (isNews) say("held");
              pause = shortest;
              return;
            }
            etag = tag;
            if (isNews) {
              shown = now;
              replace(fresh);
              said.dataset.word = "";
              say("updated");
              pause = shortest;
              return;
            }
            // Only the clock went on: nothing else is touched.
            const ages = fresh.querySelectorAll(".age");
            main.querySelectorAll(".age").forEach((age, i) => {
              if (ages[i]) age.textContent = ages[i].textContent;
            });
            pause = Math.min(pause * 1.5, longest);
          };
          document.addEventListener("visibilitychange", () => {
            if (document.hidden) return;
            pause = shortest;
            ask();
          });
          wait();
        })();
        """#
}
