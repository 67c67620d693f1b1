import { persistentAtom } from '@nanostores/persistent'

/** Unsent texts by draft name; stored in this browser until sent or signed out. */
export const inquiryDrafts = persistentAtom<Readonly<Record<string, string>>>(
  'inquiryDrafts',
  {},
  { encode: JSON.stringify, decode: JSON.parse },
)
/** The oldest drafts beyond this are removed. */
const maxDrafts = 30

/** Saves a draft; an empty text removes it. */
export function saveInquiryDraft(name: string, text: string): void {
  const { [name]: _, ...others } = inquiryDrafts.get()
  const kept = Object.entries(others).slice(-(maxDrafts - 1))
  inquiryDrafts.set(Object.fromEntries(text === '' ? kept : [...kept, [name, text]]))
}

/** The saved draft; empty without one. */
export const inquiryDraft = (name: string): string => inquiryDrafts.get()[name] ?? ''
