const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** Runs something once the visitor does anything at all: what can wait until then costs a first look nothing. */
export function atFirstSign(what: () => unknown): void {
  const begin = () => {
    for (const sign of signs) removeEventListener(sign, begin)
    what()
  }
  for (const sign of signs) addEventListener(sign, begin, { passive: true })
}
