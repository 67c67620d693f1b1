import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import { uploadsOf } from '../../operations/uploads.ts'
import { addRow } from './entry-form.ts'

/** One that a form may name: an application, a policy. */
export interface NamedEntry {
  readonly id: number
  readonly title: string
  readonly note: string
}

/** Names of what the open form may name, as far as they were read; by `app:7`, `policy:3`. */
export const names = atom<ReadonlyMap<string, NamedEntry>>(new Map())
type Named = 'app' | 'policy'
/** What was found last, by what was looked for. */
export const found = atom<Readonly<Record<Named, readonly NamedEntry[]>>>({ app: [], policy: [] })
let turn = 0

const rowsOf = async (kind: Named, keyword: string): Promise<NamedEntry[]> => {
  const answer = await api.content.entries({ kind, keyword, current: 1, pageSize: 100 })
  return answer.ok ? answer.content.data.map(({ entryId, title, note }) => ({ id: entryId, title, note })) : []
}

/** Looks for what may be named; of several lookings only the last one counts. */
export async function find(kind: Named, keyword: string): Promise<void> {
  turn += 1
  const mine = turn
  const rows = await rowsOf(kind, keyword)
  const known = new Map(names.get())
  for (const row of rows) known.set(`${kind}:${row.id}`, row)
  names.set(known)
  if (mine === turn) found.set({ ...found.get(), [kind]: rows })
}

/** Reads the names of those that a form has already and that no looking has brought. */
export async function learn(kind: Named, ids: readonly number[]): Promise<void> {
  const missing = ids.filter((id) => !names.get().has(`${kind}:${id}`))
  const read = await Promise.all(missing.map((entryId) => api.content.entry({ kind, entryId })))
  const known = new Map(names.get())
  for (const answer of read) {
    if (!answer.ok) continue
    const { entryId, form } = answer.content
    known.set(`${kind}:${entryId}`, { id: entryId, title: String(form['title'] ?? form['name'] ?? ''), note: '' })
  }
  names.set(known)
}

/** Photographs on their way into the gallery; each stands there when it has arrived. */
export const photographs = uploadsOf('picture', {
  most: 12,
  onReady: ({ fileId, name }) => {
    addRow('gallery', { view: '', fileId, name, caption: name.replace(/\.[^.]+$/, '').slice(0, 30) })
    const item = photographs.items.get().find((one) => one.at === 'ready' && one.file.fileId === fileId)
    if (item !== undefined) photographs.remove(item.id)
  },
})
