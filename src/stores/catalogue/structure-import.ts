import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { structuresCalls } from '../../contract/catalogue/structures.ts'
import type { Failure } from '../../contract/envelope.ts'
import { createUploads } from '../operations/uploads.ts'

export type StructureCheck = z.output<typeof structuresCalls.structureImport.output>

/** State of an import of structures: choosing a file, checking, importing, done. */
export type StructureImport =
  | { readonly at: 'closed' }
  | { readonly at: 'choosing'; readonly failure: Failure | null }
  | { readonly at: 'checking'; readonly fileId: string }
  | {
      readonly at: 'checked' | 'importing'
      readonly fileId: string
      readonly checked: StructureCheck
      readonly failure: Failure | null
    }
  | { readonly at: 'done'; readonly checked: StructureCheck; readonly submitted: boolean }

export const structureImport = atom<StructureImport>({ at: 'closed' })

export const sdfUpload = createUploads('attachment', {
  expected: '化学软件导出的 SDF 文件（.sdf，不超过 20 MB）',
  onReady: ({ fileId }) => void checkSdf(fileId),
})

export function openStructureImport(): void {
  sdfUpload.setFiles([])
  structureImport.set({ at: 'choosing', failure: null })
}

export function closeStructureImport(): void {
  if (structureImport.get().at !== 'importing') structureImport.set({ at: 'closed' })
}

async function checkSdf(fileId: string): Promise<void> {
  if (structureImport.get().at === 'closed') return
  structureImport.set({ at: 'checking', fileId })
  const answer = await api.catalogue.structureImport({ fileId })
  // Closed meanwhile, or opened again with another file.
  const now = structureImport.get()
  if (now.at !== 'checking' || now.fileId !== fileId) return
  if (!answer.ok) sdfUpload.setFiles([])
  structureImport.set(
    answer.ok
      ? { at: 'checked', fileId, checked: answer.content, failure: null }
      : { at: 'choosing', failure: answer.failure },
  )
}

/** Imports the checked file, once; `submit` also submits the goods for review. True when it was imported. */
export async function commitStructures(submit: boolean): Promise<boolean> {
  const now = structureImport.get()
  if (now.at !== 'checked' || now.checked.faultCount > 0) return false
  const { fileId, checked } = now
  structureImport.set({ at: 'importing', fileId, checked, failure: null })
  const answer = await api.catalogue.structureImport({ fileId, commit: true, submit })
  if (!answer.ok) {
    structureImport.set({ at: 'checked', fileId, checked, failure: answer.failure })
    return false
  }
  const { committed } = answer.content
  structureImport.set(
    committed
      ? { at: 'done', checked: answer.content, submitted: submit }
      : { at: 'checked', fileId, checked: answer.content, failure: null },
  )
  return committed
}
