/**
 * Buttons that only a script brings to life, on pages that are read before their scripts have come. This line stands in
 * the head of every page (the policy lets in exactly this text) and notes what is pressed meanwhile.
 */
export const noteEarlyClicks =
  'addEventListener("click",e=>e.target.closest("[data-mark],[data-join],[data-buy]")?.setAttribute("data-early",""),true)'

/** Presses what was pressed too early, once who hears it has come. */
export function repeatEarlyClicks(buttons: string): void {
  for (const button of document.querySelectorAll<HTMLElement>(`[data-early]:is(${buttons})`)) button.click()
}
