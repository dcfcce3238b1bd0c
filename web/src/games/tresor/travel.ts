/** Moves a piece along the trail from where it was to where it is. */
import type { Attachment } from "svelte/attachments";
import { place, type Sheet } from "./sheet";
import type { Standing } from "./standing";

interface Stop {
  sheet: Sheet;
  zone: number;
  look: string;
}

const stops = new WeakMap<Element, Stop>();
const look = (x: number, y: number, r: number): string => `translate(${x}px, ${y}px) scale(${r / 20})`;

export function travel(
  standing: Standing,
  sheet: Sheet,
  ships: number,
  pace: number,
): Attachment<SVGElement> {
  const { piece, x, y } = standing;
  const here: Stop = { sheet, zone: piece.zone, look: look(x, y, standing.r || 8) };
  return (element) => {
    const before = stops.get(element);
    stops.set(element, here);
    element.style.transform = here.look;
    if (!before || before.look === here.look || before.sheet !== sheet || pace <= 0) return;
    const via: string[] = [];
    const step = here.zone < before.zone ? -1 : 1;
    for (let zone = before.zone + step; zone * step < here.zone * step; zone += step) {
      const spot = place(sheet, zone, piece.seat, ships);
      via.push(look(spot.x, spot.y, sheet.piece));
    }
    const frames = [before.look, ...via, here.look].map((transform) => ({ transform }));
    element.animate(frames, { duration: pace * (350 + 130 * via.length), easing: "ease-in-out" });
  };
}
