/** Makes a thing on a board a target: it can be pointed at, focused, clicked and chosen by key. */
import type { Attachment } from "svelte/attachments";

export interface Aim {
  /** What happens when it is chosen; none: it is no target now. */
  choose?: (() => void) | undefined;
  /** Told when it is pointed at or focused, and when no longer. */
  point?: ((on: boolean) => void) | undefined;
  /** What a screen reader says: the words of the move. */
  label?: string | undefined;
}

/** What each target listens with now: Chromium takes the focus from what is no target, be it for a moment. */
const listening = new WeakMap<Element, unknown>();

/** `<g {@attach target({ choose: () => onact(move.action), label: move.words })}>` */
export function target(aim: Aim): Attachment<Element> {
  return (element) => {
    if (!aim.choose) return;
    const { choose, point } = aim;
    // What vanishes under the pointer or the focus says so in the middle of drawing.
    const tell = (on: boolean) => queueMicrotask(() => point?.(on));
    const on = () => tell(true);
    const off = () => tell(false);
    const key = (event: Event) => {
      const pressed = (event as KeyboardEvent).key;
      if (pressed !== "Enter" && pressed !== " ") return;
      event.preventDefault();
      choose();
    };
    const heard: [string, (event: Event) => void][] = [
      ["click", choose],
      ["keydown", key],
      ["pointerenter", on],
      ["pointerleave", off],
      ["focus", on],
      ["blur", off],
    ];
    listening.set(element, heard);
    element.classList.add("target");
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    if (aim.label) element.setAttribute("aria-label", aim.label);
    else element.removeAttribute("aria-label");
    for (const [name, listener] of heard) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of heard) element.removeEventListener(name, listener);
      queueMicrotask(() => {
        if (listening.get(element) !== heard) return; // it is one again
        element.classList.remove("target");
        for (const name of ["tabindex", "role", "aria-label"]) element.removeAttribute(name);
      });
    };
  };
}
