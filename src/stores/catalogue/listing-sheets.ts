import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { SheetFault } from '../../contract/catalogue/publishing.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { createUploads } from '../operations/uploads.ts'

/** Result of checking a sheet. */
export interface SheetCheck {
  readonly rows: number
  readonly created: number
  readonly changed: number
  readonly faults: readonly SheetFault[]
  readonly faultCount: number
}
/** State of an import: choosing a file, checking, importing, done. */
export type SheetImport =
  | { readonly at: 'closed' }
  | { readonly at: 'choosing'; readonly failure: Failure | null }
  | { readonly at: 'checking'; readonly name: string }
  | { readonly at: 'checked'; readonly fileId: string; readonly checked: SheetCheck; readonly failure: Failure | null }
  | { readonly at: 'importing'; readonly fileId: string; readonly checked: SheetCheck }
  | { readonly at: 'done'; readonly checked: SheetCheck; readonly submitted: boolean }

export const sheetImport = atom<SheetImport>({ at: 'closed' })
/** The sheet being generated. */
export const sheetInProgress = atom<'template' | 'faults' | null>(null)
let listingKind: ListingKind = 'service'

export const sheetUpload = createUploads('attachment', {
  expected: '由下载的模板填写、在 Excel 或 WPS 中另存为 .xlsx 的表格（不超过 20 MB）',
  onReady: ({ fileId, name }) => void checkSheet(fileId, name),
})

export function openImport(of: ListingKind): void {
  listingKind = of
  sheetUpload.setFiles([])
  sheetImport.set({ at: 'choosing', failure: null })
}
export function closeImport(): void {
  if (sheetImport.get().at === 'importing') return
  for (const { id } of sheetUpload.items.get()) sheetUpload.remove(id)
  sheetImport.set({ at: 'closed' })
}
/** Restarts the import with another file. */
export const restartImport = (): void => openImport(listingKind)

async function checkSheet(fileId: string, name: string): Promise<void> {
  if (sheetImport.get().at === 'closed') return
  sheetImport.set({ at: 'checking', name })
  const answer = await api.catalogue.listingImport({ kind: listingKind, fileId })
  if (sheetImport.get().at !== 'checking') return
  if (!answer.ok) sheetUpload.setFiles([])
  sheetImport.set(
    answer.ok
      ? { at: 'checked', fileId, checked: answer.content, failure: null }
      : { at: 'choosing', failure: answer.failure },
  )
}

/**
 * Imports the checked sheet, once; `submit` also submits all rows for review. A sheet that became invalid is reported.
 */
export async function commitImport(submit: boolean): Promise<boolean> {
  const now = sheetImport.get()
  if (now.at !== 'checked' || now.checked.faultCount > 0) return false
  const { fileId, checked } = now
  sheetImport.set({ at: 'importing', fileId, checked })
  const answer = await api.catalogue.listingImport({ kind: listingKind, fileId, commit: true, submit })
  if (!answer.ok) {
    sheetImport.set({ at: 'checked', fileId, checked, failure: answer.failure })
    return false
  }
  const { committed, ...result } = answer.content
  sheetImport.set(
    committed
      ? { at: 'done', checked: result, submitted: submit }
      : { at: 'checked', fileId, checked: result, failure: null },
  )
  return committed
}

/** Generates a sheet and downloads it. Returns the failure, if any. */
async function createSheet(what: 'template' | 'faults', ask: () => ReturnType<typeof api.catalogue.listingTemplate>) {
  if (sheetInProgress.get() !== null) return null
  sheetInProgress.set(what)
  const answer = await ask()
  sheetInProgress.set(null)
  if (!answer.ok) return answer.failure
  location.assign(answer.content.url)
  return null
}
export const downloadTemplate = (of: ListingKind): Promise<Failure | null> =>
  createSheet('template', () => api.catalogue.listingTemplate({ kind: of }))
/** The checked sheet with the errors beside each row. */
export async function downloadErrorSheet(): Promise<Failure | null> {
  const now = sheetImport.get()
  if (now.at !== 'checked') return null
  return createSheet('faults', () => api.catalogue.listingFaultSheet({ kind: listingKind, fileId: now.fileId }))
}
