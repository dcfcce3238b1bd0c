/** Moves things on the screen from where they were to where they are.
 *
 * `data-thing` names what keeps its identity from view to view; `data-from` names where it comes from when it is
 * new, `data-back` where it goes when it is gone; `data-home` are such places (a supply, the discards).
 */
const TIME = 520; // ms, at pace 1

interface Seen {
  element: HTMLElement | SVGElement;
  box: DOMRect;
}

const things = (root: Element) => root.querySelectorAll<HTMLElement | SVGElement>("[data-thing]");

export class Mover {
  #seen = new Map<string, Seen>();
  #homes = new Map<string, DOMRect>();

  /** Before the board changes. */
  remember(root: Element): void {
    this.#seen = new Map(
      [...things(root)].map((element) => [
        element.dataset["thing"]!,
        { element, box: element.getBoundingClientRect() },
      ]),
    );
    this.#homes = new Map(
      [...root.querySelectorAll<HTMLElement>("[data-home]")].map((home) => [
        home.dataset["home"]!,
        home.getBoundingClientRect(),
      ]),
    );
  }

  /** After it changed; `via` says where things go that leave a place. */
  play(root: Element, pace: number, via: Readonly<Record<string, string>> = {}): void {
    if (!this.#seen.size || pace <= 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const present = new Set<string>();
    for (const element of things(root)) {
      const name = element.dataset["thing"]!;
      present.add(name);
      const from = this.#origin(name, element.dataset["from"]);
      if (from) glide(element, from, element.getBoundingClientRect(), pace);
    }
    for (const [name, { element, box }] of this.#seen) {
      const back = element.dataset["back"] ?? "";
      const home = root.querySelector(`[data-home="${via[back] ?? back}"]`);
      if (!present.has(name) && home && element.isConnected === false) leave(root, element, box, home, pace);
    }
    this.#seen.clear();
  }

  #origin(name: string, from: string | undefined): DOMRect | undefined {
    const seen = this.#seen.get(name);
    if (seen || !from) return seen?.box;
    return this.#seen.get(from)?.box ?? this.#homes.get(from);
  }
}

function shift(from: DOMRect, to: DOMRect): string {
  const size = to.width ? from.width / to.width : 1;
  return `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${size})`;
}

function glide(element: Element, from: DOMRect, to: DOMRect, pace: number): void {
  if (Math.abs(from.left - to.left) + Math.abs(from.top - to.top) < 2 || !from.width) return;
  element.animate(
    [
      { transform: shift(from, to), transformOrigin: "0 0", zIndex: 30 },
      { transform: "none", transformOrigin: "0 0", zIndex: 30 },
    ],
    { duration: TIME * pace, easing: "cubic-bezier(0.3, 0.7, 0.2, 1)" },
  );
}

/** Something that is no longer drawn goes home once more, and is gone. */
function leave(root: Element, element: HTMLElement | SVGElement, from: DOMRect, home: Element, pace: number) {
  const frame = root.getBoundingClientRect();
  const to = home.getBoundingClientRect();
  element.removeAttribute("data-thing");
  element.setAttribute("aria-hidden", "true");
  Object.assign(element.style, {
    position: "absolute",
    margin: "0",
    left: `${from.left - frame.left}px`,
    top: `${from.top - frame.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    pointerEvents: "none",
    zIndex: "30",
  });
  root.append(element);
  const flight = element.animate(
    [
      { transform: "none", transformOrigin: "0 0", opacity: 1 },
      { transform: shift(to, from), transformOrigin: "0 0", opacity: 0.5 },
    ],
    { duration: TIME * pace, easing: "ease-in-out", fill: "forwards" },
  );
  flight.finished.catch(() => {}).then(() => element.remove());
}
