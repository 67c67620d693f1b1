import { persistentAtom } from '@nanostores/persistent'

/** Texts that were typed and not sent, by what they are for; kept in this browser until they are sent or one signs out. */
export const drafts = persistentAtom<Readonly<Record<string, string>>>(
  'inquiryDrafts',
  {},
  { encode: JSON.stringify, decode: JSON.parse },
)
/** The oldest go when there are more. */
const mostDrafts = 30

/** Keeps what was typed; nothing is kept of an empty text. */
export function keepDraft(name: string, text: string): void {
  const { [name]: _, ...others } = drafts.get()
  const kept = Object.entries(others).slice(-(mostDrafts - 1))
  drafts.set(Object.fromEntries(text === '' ? kept : [...kept, [name, text]]))
}

/** What was typed and not sent; empty without it. */
export const typedText = (name: string): string => drafts.get()[name] ?? ''
