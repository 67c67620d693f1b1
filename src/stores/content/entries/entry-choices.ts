import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import { createUploads } from '../../operations/uploads.ts'
import { addRow, entryEditorForm } from './entry-form.ts'
import { textOf } from './entry-values.ts'

/** An application or policy that a form can refer to. */
export interface NamedEntry {
  readonly id: number
  readonly title: string
  readonly note: string
}

/** Names of entries that the open form refers to, by `app:7`, `policy:3`. */
export const entryNames = atom<ReadonlyMap<string, NamedEntry>>(new Map())
type NamedKind = 'app' | 'policy'
/** Latest search results by kind. */
export const foundEntries = atom<Readonly<Record<NamedKind, readonly NamedEntry[]>>>({ app: [], policy: [] })
let latestSearch = 0

const rowsOf = async (kind: NamedKind, keyword: string): Promise<NamedEntry[]> => {
  const answer = await api.content.entries({ kind, keyword, current: 1, pageSize: 100 })
  return answer.ok ? answer.content.data.map(({ entryId, title, note }) => ({ id: entryId, title, note })) : []
}

/** Searches entries to refer to; only the last search counts. */
export async function searchEntries(kind: NamedKind, keyword: string): Promise<void> {
  latestSearch += 1
  const mine = latestSearch
  const rows = await rowsOf(kind, keyword)
  const known = new Map(entryNames.get())
  for (const row of rows) known.set(`${kind}:${row.id}`, row)
  entryNames.set(known)
  if (mine === latestSearch) foundEntries.set({ ...foundEntries.get(), [kind]: rows })
}

/** Loads the names of entries that the form refers to already. */
export async function loadEntryNames(kind: NamedKind, ids: readonly number[]): Promise<void> {
  const missing = ids.filter((id) => !entryNames.get().has(`${kind}:${id}`))
  const read = await Promise.all(missing.map((entryId) => api.content.entry({ kind, entryId })))
  const known = new Map(entryNames.get())
  for (const answer of read) {
    if (!answer.ok) continue
    const { entryId, form } = answer.content
    known.set(`${kind}:${entryId}`, { id: entryId, title: String(form['title'] ?? form['name'] ?? ''), note: '' })
  }
  entryNames.set(known)
}

/** Uploads of gallery photographs; each is added to the gallery once uploaded. */
export const photoUploads = createUploads('picture', {
  maxFiles: 12,
  onReady: ({ fileId, name }) => {
    addRow('gallery', { view: '', fileId, name, caption: name.replace(/\.[^.]+$/, '').slice(0, 30) })
    const item = photoUploads.items.get().find((one) => one.at === 'ready' && one.file.fileId === fileId)
    if (item !== undefined) photoUploads.remove(item.id)
  },
})

/** Where the next picture of the text goes: characters before the cursor of its input. */
let cursor: number | undefined
export const setTextCursor = (at: number): void => {
  cursor = at
}

/** Pictures for the text of an entry; each is put where the cursor was, on a line of its own. */
export const textPictures = createUploads('picture', {
  maxFiles: 20,
  onReady: ({ fileId, name, url }) => {
    const text = textOf(entryEditorForm.values.get()?.['content'])
    const at = Math.min(cursor ?? text.length, text.length)
    const alt = name.replace(/\.[^.]+$/, '').replaceAll(/[[\]]/g, '')
    const address = url.replaceAll('(', '%28').replaceAll(')', '%29')
    const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()]
    const line = `![${alt}](${address})`
    entryEditorForm.set('content', [before, line, after].filter((part) => part !== '').join('\n\n'))
    cursor = before.length + line.length + 4
    const item = textPictures.items.get().find((one) => one.at === 'ready' && one.file.fileId === fileId)
    if (item !== undefined) textPictures.remove(item.id)
  },
})
