/** A rulebook page as HTML: the little Markdown that our rulebooks are written in, with numbered paragraphs. */

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const NUMBER = /\b([A-Z]{2}-\d+(?:\.\d+)?)\b/g;
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);

/** The id of a paragraph on the page. */
export const anchor = (number: string): string => `rule-${number}`;

function inline(text: string): string {
  return escape(text)
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/\*(.+?)\*/g, "<em>$1</em>")
    .replace(/`(.+?)`/g, "<code>$1</code>")
    .replace(/\[(.+?)\]\((.+?)\)/g, "$1")
    .replace(NUMBER, `<a href="#${anchor("$1")}" data-rule="$1">$1</a>`);
}

const cells = (row: string, tag: string) =>
  row
    .split("|")
    .slice(1, -1)
    .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
    .join("");

function table(rows: string[]): string {
  const [head = "", , ...body] = rows;
  const lines = body.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
  return `<div class="wide" tabindex="0"><table><thead><tr>${cells(head, "th")}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

function item(text: string): string {
  const [, number, mark = "", rest = ""] =
    /^\*\*([A-Z]{2}-[\d.]+\d)( \([^)]*\))?\*\* ([^]*)$/.exec(text) ?? [];
  if (!number) return `<li>${inline(text)}</li>`;
  const ruling = mark ? `<em>${escape(mark.trim())}</em> ` : "";
  return `<li id="${anchor(number)}" tabindex="-1"><b class="number">${number}</b> ${ruling}${inline(rest)}</li>`;
}

/** Blocks of a page: lines that belong together, with what they are. */
function blocks(page: string): { kind: "head" | "item" | "table" | "text"; lines: string[] }[] {
  const found: ReturnType<typeof blocks> = [];
  let open = false;
  for (const line of page.split("\n")) {
    const last = found.at(-1);
    if (!line.trim()) open = false;
    else if (line.startsWith("#")) found.push({ kind: "head", lines: [line] });
    else if (/^ *\|/.test(line)) {
      if (last?.kind === "table") last.lines.push(line.trim());
      else found.push({ kind: "table", lines: [line.trim()] });
    } else if (/^[-*] /.test(line)) {
      found.push({ kind: "item", lines: [line.slice(2)] });
      open = true;
    } else if (open && last && (last.kind === "item" || last.kind === "text")) last.lines.push(line.trim());
    else {
      found.push({ kind: "text", lines: [line.trim()] });
      open = true;
    }
  }
  return found;
}

export function render(page: string): string {
  let html = "";
  let inList = false;
  for (const { kind, lines } of blocks(page)) {
    if (inList !== (kind === "item")) html += inList ? "</ul>" : "<ul>";
    inList = kind === "item";
    const text = lines.join(" ");
    if (kind === "head") {
      const level = Math.min(text.search(/[^#]/) + 1, 4);
      html += `<h${level}>${inline(text.replace(/^#+ /, ""))}</h${level}>`;
    } else if (kind === "item") html += item(text);
    else if (kind === "table") html += table(lines);
    else html += `<p>${inline(text)}</p>`;
  }
  return html + (inList ? "</ul>" : "");
}
