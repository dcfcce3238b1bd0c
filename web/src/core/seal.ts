/** Whether a seed is the one that a seal was made of, found out in this browser: no server need be believed. */
export async function sealFits(seed: string, seal: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null; // only pages that came safely may use it
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`archipel-seed 1:${seed}`));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("") === seal;
}
