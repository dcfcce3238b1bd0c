/** What the points at the end are, as no line of a match tells it. */
import { t } from "../../core/i18n.svelte";

export const scoring = (): string =>
  t("10 points for the winner; for everybody else, 1 for each detachment left.");
