/** Tells when something is pointed at or holds the focus, target or not; once the page has settled. */
import type { Attachment } from "svelte/attachments";

export function pointing(tell: (on: boolean) => void): Attachment<Element> {
  return (element) => {
    // What vanishes under the focus says so in the middle of drawing.
    const on = () => queueMicrotask(() => tell(true));
    const off = () => queueMicrotask(() => tell(false));
    const heard: [string, () => void][] = [
      ["pointerenter", on],
      ["pointerleave", off],
      ["focusin", on],
      ["focusout", off],
    ];
    for (const [name, listener] of heard) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of heard) element.removeEventListener(name, listener);
    };
  };
}
