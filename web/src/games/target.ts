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

/** `<g {@attach target({ choose: () => onact(move.action), label: move.words })}>` */
export function target(aim: Aim): Attachment<Element> {
  return (element) => {
    if (!aim.choose) return;
    const { choose, point } = aim;
    const on = () => point?.(true);
    const off = () => point?.(false);
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
    element.classList.add("target");
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    if (aim.label) element.setAttribute("aria-label", aim.label);
    for (const [name, listener] of heard) element.addEventListener(name, listener);
    return () => {
      element.classList.remove("target");
      for (const name of ["tabindex", "role", "aria-label"]) element.removeAttribute(name);
      for (const [name, listener] of heard) element.removeEventListener(name, listener);
    };
  };
}
