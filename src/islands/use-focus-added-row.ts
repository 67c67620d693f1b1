import { useEffect, useRef, type RefObject } from 'react'

/** Puts the focus into the first field of a row that was just added to the end of a list. */
export function useFocusAddedRow<List extends HTMLElement>(): {
  readonly list: RefObject<List | null>
  readonly added: () => void
} {
  const list = useRef<List>(null)
  const wanted = useRef(false)
  useEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    list.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea')?.focus()
  })
  const added = () => {
    wanted.current = true
  }
  return { list, added }
}
