import { useRef, type FocusEvent } from 'react'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** What is quickly chosen again, or only looks for something, is nothing that could be lost. */
const quick = ['search', 'checkbox', 'radio', 'file', 'range']
const isTextField = (target: EventTarget): target is TextField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !quick.includes(target.type))

interface ChangedFields {
  /** Hung where the fields stand: notes what each one holds as it is entered. */
  readonly onFocus: (event: FocusEvent) => void
  /** Whether a field that still stands there holds something else by now. */
  readonly areChanged: () => boolean
}

/** Tells whether something was typed into any of the text fields inside, whoever draws them. */
export function useChangedFields(): ChangedFields {
  const before = useRef(new Map<TextField, string>())
  return {
    onFocus: ({ target }) => {
      if (isTextField(target) && !before.current.has(target)) before.current.set(target, target.value)
    },
    areChanged: () => [...before.current].some(([field, value]) => field.isConnected && field.value !== value),
  }
}
