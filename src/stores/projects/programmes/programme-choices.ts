import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { failures } from '../../../contract/failures.ts'
import type { ProgrammeChoice } from '../../../contract/projects/programmes.ts'

/** R&D programmes to which the person may add; null until they are loaded. */
export const programmeChoices = atom<readonly ProgrammeChoice[] | null>(null)

/** Loads the choices; a failure leaves those that are there, since the choice is optional. */
export async function loadProgrammeChoices(): Promise<void> {
  const answer = await api.projects.programmeChoices({})
  if (answer.ok) programmeChoices.set(answer.content.data)
}

/** Loads the choices again after a refusal of the chosen programme. */
export function renewProgrammeChoices({ code }: Failure): void {
  if (code === failures.programmeGone.code) void loadProgrammeChoices()
}

/** Values without a chosen programme that is known to be offered no longer. */
export function withOfferedProgramme<V extends { readonly programmeId?: number | null | undefined }>(values: V): V {
  const { programmeId: chosen } = values
  if (typeof chosen !== 'number') return values
  const isOffered = programmeChoices.get()?.some(({ programmeId }) => programmeId === chosen) ?? true
  return isOffered ? values : { ...values, programmeId: undefined }
}
