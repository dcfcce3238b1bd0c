/** A quicker way for the mouse: a click on a native picks it, not only its island. Keys and fingers need it not. */
import type { Attachment } from "svelte/attachments";
import { ownerOf } from "./natives";
import type { Seat } from "./view";

export function shortcut(pick: () => ((owner: Seat) => void) | undefined): Attachment<Element> {
  return (element) => {
    const click = (event: Event) => {
      const { pointerType, clientX, clientY } = event as PointerEvent;
      const choose = pick();
      if (!choose || pointerType !== "mouse") return;
      const here = document.elementsFromPoint(clientX, clientY).map((one) => one.closest("[data-native]"));
      const native = here.find((one) => one && element.contains(one))?.getAttribute("data-native");
      if (!native) return;
      event.stopPropagation();
      choose(ownerOf(native));
    };
    element.addEventListener("click", click, { capture: true });
    return () => element.removeEventListener("click", click, { capture: true });
  };
}
