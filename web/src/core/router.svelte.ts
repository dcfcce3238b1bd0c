/** Where one is: `/`, `/t/<table>`, `/t/<table>/replay`, and what follows the question mark. */
export interface Place {
  page: "home" | "table" | "replay";
  id: string;
  asked: URLSearchParams;
}

function read(): Place {
  const [, id = "", replay] = /^\/t\/([\w-]+)(\/replay)?/.exec(location.pathname) ?? [];
  const page = replay ? "replay" : id ? "table" : "home";
  return { page, id, asked: new URLSearchParams(location.search) };
}

let here = $state.raw(read());

export const place = (): Place => here;

/** Go to another page without loading it anew. */
export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  here = read();
  scrollTo(0, 0);
}

/** Let the address say what is shown, so that it can be shared; one stays where one is. */
export const note = (path: string): void => history.replaceState(null, "", path);

/** Follow the browser's buttons and links of our own; called once. */
export function followLinks(): void {
  addEventListener("popstate", () => (here = read()));
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain || link.target || link.download || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api") || link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
