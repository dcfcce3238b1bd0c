/** How a result came about: the lines of a match that tell of points, and of how it ended. */
import type { Line } from "../generated/wire";

const ENDINGS: readonly unknown[] = ["won", "survivor", "jones", "season"];

export function account(lines: readonly Line[]): Line[] {
  return lines.filter(
    ({ event }) => event && ("points" in event || "scores" in event || ENDINGS.includes(event["event"])),
  );
}
