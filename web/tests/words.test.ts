import { beforeEach, expect, test, vi } from "vitest";
import { parse } from "../catalogue";
import { anchor, render } from "../src/core/markdown";
import { choices, decided, fitting } from "../src/games/picking";
import { smallBrowser } from "./world";

beforeEach(() => {
  smallBrowser();
  vi.resetModules();
});

test("a catalogue is read with its plurals and long lines", () => {
  const po =
    'msgid ""\nmsgstr "header"\n\nmsgid "Say \\"hi\\""\nmsgstr ""\n"Dis "\n"salut"\n\nmsgid "{n} seat"\nmsgid_plural "{n} seats"\nmsgstr[0] "{n} place"\nmsgstr[1] "{n} places"\n';
  expect(parse(po)).toEqual({ 'Say "hi"': "Dis salut", "{n} seat": ["{n} place", "{n} places"] });
});

test("sentences follow the language that is chosen", async () => {
  const { settings } = await import("../src/core/settings.svelte");
  const { loadLanguage, plural, t } = await import("../src/core/i18n.svelte");
  expect(t("I am {name}", { name: "Bo" })).toBe("I am Bo");
  settings.language = "fr";
  await loadLanguage();
  expect(t("I am {name}", { name: "Bo" })).toBe("Je suis Bo");
  expect(plural("{n} seat free", "{n} seats free", 0)).toBe("0 place libre");
  expect(plural("{n} seat free", "{n} seats free", 2)).toBe("2 places libres");
});

test("a rulebook page becomes HTML with paragraphs to go to", () => {
  const html = render(
    "# Atoll\n\n## 1 Turn\n- **AT-1.1 (ruling)** Draw *a* card,\n  as in AT-1.2.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
  );
  expect(html).toContain(`<li id="${anchor("AT-1.1")}" tabindex="-1">`);
  expect(html).toContain('<a href="#rule-AT-1.2" data-rule="AT-1.2">AT-1.2</a>');
  expect(html).toContain("<td>2</td>");
});

test("nothing in a rulebook page is taken for markup", () => {
  expect(render("<script>alert(1)</script>")).toBe("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
});

test("picking goes word by word until one move is left", () => {
  const move = (form: { action: string; [word: string]: unknown }) => ({
    action: "",
    form,
    words: "",
    rule: "",
  });
  const moves = [
    move({ action: "up", card: "x", before: "red" }),
    move({ action: "up", card: "x", before: "blue" }),
    move({ action: "up", card: "y", before: "red" }),
    move({ action: "pass" }),
  ];
  expect(choices(moves, { action: "up" }, "card")).toEqual(["x", "y"]);
  expect(fitting(moves, { card: "x" })).toHaveLength(2);
  expect(decided(moves, { card: "x" })).toBeNull();
  expect(decided(moves, { card: "x", before: "blue" })).toBe(moves[1]);
});
