/** Lets Vite import a gettext catalogue: `import("…/web.po")` gives its messages. */
import type { Plugin } from "vite";

/** The messages of a .po file: a text, or the forms of a plural, by its English. */
export function parse(po: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  for (const block of po.split(/\n\s*\n/)) {
    const parts: Record<string, string> = {};
    let field = "";
    for (const line of block.split("\n")) {
      const [, keyword, text] = /^(?:(msg\w+(?:\[\d\])?) )?(".*")$/.exec(line) ?? [];
      if (text === undefined) continue;
      if (keyword) field = keyword;
      parts[field] = (parts[field] ?? "") + (JSON.parse(text) as string);
    }
    const id = parts["msgid"];
    if (!id) continue;
    const forms = [parts["msgstr[0]"], parts["msgstr[1]"]];
    found[id] = parts["msgstr"] ?? forms.map((form) => form ?? "");
  }
  return found;
}

export function catalogues(): Plugin {
  return {
    name: "catalogues",
    transform(code, id) {
      if (id.endsWith(".po")) return { code: `export default ${JSON.stringify(parse(code))};`, map: null };
      return null;
    },
  };
}
