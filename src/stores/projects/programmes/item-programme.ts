import type { z } from 'zod'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import type { programmesCalls } from '../../../contract/projects/programmes.ts'
import type { ProgrammeItemKind } from '../../../domain/projects/programmes.ts'
import { loadable } from '../../loadable.ts'

const part = loadable<z.output<typeof programmesCalls.programmeOfItem.output>>()
/** The programme of the demand or order of the page, and those to choose from. */
export const itemProgramme = part.state
let shown: { readonly kind: ProgrammeItemKind; readonly itemId: number } | null = null

export async function startItemProgramme(kind: ProgrammeItemKind, itemId: number): Promise<void> {
  if (shown?.kind !== kind || shown.itemId !== itemId) part.reset()
  const now = { kind, itemId }
  shown = now
  await part.load(() => api.projects.programmeOfItem(now))
}

/** Moves the item of the page; null = out of its programme. Returns the failure, if any. */
export async function chooseItemProgramme(programmeId: number | null): Promise<Failure | null> {
  const now = shown
  if (now === null) return null
  const state = part.state.get()
  const from = state.at === 'ready' ? (state.content.programme?.programmeId ?? null) : null
  const answer = await api.projects.programmeItemSave({ ...now, from, programmeId })
  await part.load(() => api.projects.programmeOfItem(now))
  return answer.ok ? null : answer.failure
}
