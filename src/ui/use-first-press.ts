import { useEffect } from 'react'

/**
 * Lets the second half of a double click go that opened a dialog. It would land on the scrim and close what was just
 * opened, or on a button that nobody has read yet. The first single press ends it.
 */
export function useFirstPress(open: boolean): void {
  useEffect(() => {
    if (!open) return
    const own = new AbortController()
    let second = false
    const drop = (event: Event) => {
      if (!second) return
      event.preventDefault()
      event.stopPropagation()
    }
    const press = ({ detail }: MouseEvent) => {
      second = detail > 1
      if (!second) own.abort()
    }
    // Before anyone else on the way down: the dialog itself closes on the document's pointerup.
    const early = { capture: true, signal: own.signal }
    addEventListener('mousedown', press, early)
    addEventListener('pointerup', drop, early)
    addEventListener('click', drop, early)
    return () => own.abort()
  }, [open])
}
