/** A target that keeps the focus while what it does changes, and that speaks after the page has settled. */
import type { Attachment } from "svelte/attachments";
import { target, type Aim } from "../target";

/** Chromium takes the focus from what is no target for a moment. */
const held = new WeakSet<Element>();

export function steady(aim: Aim): Attachment<Element> {
  const { point } = aim;
  // What vanishes under the pointer or the focus says so in the middle of drawing.
  const calm = point && ((on: boolean) => queueMicrotask(() => point(on)));
  const attach = target({ ...aim, point: calm });
  return (element) => {
    const release = attach(element);
    if (held.delete(element) && aim.choose) (element as HTMLElement).focus({ preventScroll: true });
    return () => {
      if (document.activeElement === element) held.add(element);
      release?.();
    };
  };
}
