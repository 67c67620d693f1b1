const interactionEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const

/** Runs a callback once, on the first interaction with the page. */
export function onFirstInteraction(callback: () => unknown): void {
  const run = () => {
    for (const sign of interactionEvents) removeEventListener(sign, run)
    callback()
  }
  for (const sign of interactionEvents) addEventListener(sign, run, { passive: true })
}
