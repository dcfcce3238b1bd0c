/** A move in a word or two, for a button; its whole sentence comes from the server. */
import { t } from "../../core/i18n.svelte";
import { FACES } from "./cards";
import type { Form } from "./view";

export function shortly(form: Form): string {
  switch (form.action) {
    case "end":
      return t("End the movement");
    case "pass":
      return t("Pass");
    case "join":
      return t("Join in");
    case "stay_out":
      return t("Stay out");
    case "demand":
      return t("Demand the chest");
    case "demand_with":
      return t("Demand it with {trick}", { trick: FACES[form.trick].name });
    case "strengthen":
      return t("Play for my side");
    case "weaken":
      return form.side === "defender" ? t("Against the defender") : t("Against the aggressors");
    case "cancel":
      return t("Cancel it with {trick}", { trick: FACES.bonne_fortune.name });
    default:
      return t("Play");
  }
}
