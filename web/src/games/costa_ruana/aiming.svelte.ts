/** A target that stays one while what it aims at is told anew: keys keep their place on it. */
import type { Attachment } from "svelte/attachments";
import { target, type Aim } from "../target";

export const aiming =
  (aim: () => Aim): Attachment<Element> =>
  (element) => {
    const lit = $derived(!!aim().choose);
    const label = $derived(aim().label);
    $effect(() => {
      if (!lit) return;
      const now: Aim = { choose: () => aim().choose?.(), point: (on) => aim().point?.(on), label };
      return target(now)(element) as () => void;
    });
  };
