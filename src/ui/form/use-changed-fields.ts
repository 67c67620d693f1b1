import { useRef, type FocusEvent } from 'react'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Inputs that are easily repeated or only search: nothing to lose. */
const quick = ['search', 'checkbox', 'radio', 'file', 'range']
const isTextField = (target: EventTarget): target is TextField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !quick.includes(target.type))

interface ChangedFields {
  /** Attach to the container: records each field's value on focus. */
  readonly onFocus: (event: FocusEvent) => void
  /** Whether a field still in the document has a different value. */
  readonly areChanged: () => boolean
}

/** Detects edits in any text field inside the container. */
export function useChangedFields(): ChangedFields {
  const before = useRef(new Map<TextField, string>())
  return {
    onFocus: ({ target }) => {
      if (isTextField(target) && !before.current.has(target)) before.current.set(target, target.value)
    },
    areChanged: () => [...before.current].some(([field, value]) => field.isConnected && field.value !== value),
  }
}
