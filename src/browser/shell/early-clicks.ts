/**
 * Inline script that records clicks on script-driven buttons before their scripts are loaded. It is in the head of
 * every page; the content security policy allows exactly this text.
 */
export const noteEarlyClicks =
  'addEventListener("click",e=>e.target.closest("[data-mark],[data-join],[data-buy]")?.setAttribute("data-early",""),true)'

/** Repeats recorded clicks once the listeners are attached. */
export function repeatEarlyClicks(buttons: string): void {
  for (const button of document.querySelectorAll<HTMLElement>(`[data-early]:is(${buttons})`)) button.click()
}
