/** Sentences in the reader's language: the English is the key, the catalogues are those of the Python side. */
export function t(message: string, words: Record<string, string | number> = {}): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(words[name] ?? whole));
}
