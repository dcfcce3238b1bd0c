import { mount } from "svelte";
import App from "./App.svelte";
import { loadLanguage } from "./core/i18n.svelte";
import { followLinks } from "./core/router.svelte";
import { followSettings } from "./core/settings.svelte";
import "./tokens.css";
import "./shell.css";

followSettings();
followLinks();
// The first words on the page are in the reader's language.
void loadLanguage().then(() => mount(App, { target: document.getElementById("app")! }));
