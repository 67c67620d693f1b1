import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { SheetFault } from '../../contract/catalogue/publishing.ts'
import type { ListingStatus } from '../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { uploadsOf } from '../operations/uploads.ts'

/** What checking a sheet told. */
export interface Checked {
  readonly rows: number
  readonly created: number
  readonly changed: number
  readonly faults: readonly SheetFault[]
  readonly faultCount: number
}
/** An import from the choice of its file to its end. */
export type Importing =
  | { readonly at: 'closed' }
  | { readonly at: 'choosing'; readonly failure: Failure | null }
  | { readonly at: 'checking'; readonly name: string }
  | { readonly at: 'checked'; readonly fileId: string; readonly checked: Checked; readonly failure: Failure | null }
  | { readonly at: 'importing'; readonly fileId: string; readonly checked: Checked }
  | { readonly at: 'done'; readonly checked: Checked; readonly submitted: boolean }

export const importing = atom<Importing>({ at: 'closed' })
/** Which sheet is being made. */
export const making = atom<'template' | 'export' | 'faults' | null>(null)
let kind: ListingKind = 'service'

export const sheetUpload = uploadsOf('attachment', {
  wanted: '由下载的模板填写、在 Excel 或 WPS 中另存为 .xlsx 的表格（不超过 20 MB）',
  onReady: ({ fileId, name }) => void check(fileId, name),
})

export function openImport(of: ListingKind): void {
  kind = of
  sheetUpload.start([])
  importing.set({ at: 'choosing', failure: null })
}
export function closeImport(): void {
  if (importing.get().at === 'importing') return
  for (const { id } of sheetUpload.items.get()) sheetUpload.remove(id)
  importing.set({ at: 'closed' })
}
/** Another file in place of the one that was checked. */
export const chooseAgain = (): void => openImport(kind)

async function check(fileId: string, name: string): Promise<void> {
  if (importing.get().at === 'closed') return
  importing.set({ at: 'checking', name })
  const answer = await api.catalogue.listingImport({ kind, fileId })
  if (importing.get().at !== 'checking') return
  if (!answer.ok) sheetUpload.start([])
  importing.set(
    answer.ok
      ? { at: 'checked', fileId, checked: answer.content, failure: null }
      : { at: 'choosing', failure: answer.failure },
  )
}

/** Imports what was checked, once; `submit` sends all of it to the review. A sheet that has become wrong is told. */
export async function commit(submit: boolean): Promise<boolean> {
  const now = importing.get()
  if (now.at !== 'checked' || now.checked.faultCount > 0) return false
  const { fileId, checked } = now
  importing.set({ at: 'importing', fileId, checked })
  const answer = await api.catalogue.listingImport({ kind, fileId, commit: true, submit })
  if (!answer.ok) {
    importing.set({ at: 'checked', fileId, checked, failure: answer.failure })
    return false
  }
  const { committed, ...told } = answer.content
  importing.set(
    committed
      ? { at: 'done', checked: told, submitted: submit }
      : { at: 'checked', fileId, checked: told, failure: null },
  )
  return committed
}

/** Makes a sheet and leads to it: the browser saves it and stays on the page. The failure where there is one. */
async function make(
  what: 'template' | 'export' | 'faults',
  ask: () => ReturnType<typeof api.catalogue.listingTemplate>,
) {
  if (making.get() !== null) return null
  making.set(what)
  const answer = await ask()
  making.set(null)
  if (!answer.ok) return answer.failure
  location.assign(answer.content.url)
  return null
}
export const downloadTemplate = (of: ListingKind): Promise<Failure | null> =>
  make('template', () => api.catalogue.listingTemplate({ kind: of }))
/** The sheet that was checked, with what is wrong beside each row. */
export async function downloadFaults(): Promise<Failure | null> {
  const now = importing.get()
  if (now.at !== 'checked') return null
  return make('faults', () => api.catalogue.listingFaultSheet({ kind, fileId: now.fileId }))
}
/** What the list shows with its filter, all pages of it. */
export const exportListings = (
  of: ListingKind,
  { keyword, status }: { readonly keyword: string; readonly status: ListingStatus | undefined },
): Promise<Failure | null> =>
  make('export', () => api.catalogue.listingExport({ kind: of, keyword, ...(status === undefined ? {} : { status }) }))
