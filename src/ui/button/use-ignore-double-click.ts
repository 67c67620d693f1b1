import { useEffect } from 'react'

/**
 * Ignores the second press of a double click that opened a dialog: it would hit the scrim and close the dialog, or a
 * button nobody has read yet. The first single press ends this.
 */
export function useIgnoreDoubleClick(open: boolean): void {
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
    // Capture phase: the dialog itself closes on the document's pointerup.
    const early = { capture: true, signal: own.signal }
    addEventListener('mousedown', press, early)
    addEventListener('pointerup', drop, early)
    addEventListener('click', drop, early)
    return () => own.abort()
  }, [open])
}
