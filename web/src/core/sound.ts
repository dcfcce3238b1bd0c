/** Small sounds, made on the spot. */
import { settings } from "./settings.svelte";

export type Sound = "turn" | "move" | "talk" | "no" | "end";

/** Notes as [frequency in Hz, start, length in s]. */
const NOTES: Record<Sound, readonly (readonly [number, number, number])[]> = {
  turn: [
    [523, 0, 0.16],
    [784, 0.11, 0.28],
  ],
  move: [[330, 0, 0.07]],
  talk: [[880, 0, 0.06]],
  no: [[160, 0, 0.16]],
  end: [
    [392, 0, 0.2],
    [523, 0.15, 0.2],
    [659, 0.3, 0.2],
    [784, 0.45, 0.5],
  ],
};
const LOUDNESS = 0.09;

let context: AudioContext | undefined;

export function play(sound: Sound): void {
  if (!settings.sound || document.hidden) return;
  context ??= new AudioContext();
  // Browsers allow sound only once somebody has touched the page.
  if (context.state !== "running") return void context.resume().catch(() => {});
  for (const [frequency, start, length] of NOTES[sound]) {
    const from = context.currentTime + start;
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueAtTime(0, from);
    loudness.gain.linearRampToValueAtTime(LOUDNESS, from + 0.012);
    loudness.gain.exponentialRampToValueAtTime(0.0001, from + length);
    tone.connect(loudness).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}
