import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { districtEditingCalls, type EditedDistrict } from '../../contract/reference/district-editing.ts'
import { districtPrefix } from '../../domain/reference/district-code.ts'
import { createForm } from '../form-store.ts'
import { loadable } from '../loadable.ts'

interface DistrictList {
  readonly above: readonly { readonly code: string; readonly name: string }[]
  readonly rows: readonly EditedDistrict[]
}
const part = loadable<DistrictList>()
/** The districts of one level, with those above. */
export const editedDistricts = part.state
/** Code of the district whose lower level is shown; empty = the provinces. */
export const districtParent = atom('')
/** Switching a district: sending, or refused. */
export const districtStep = atom<
  { readonly at: 'no' | 'sending' } | { readonly at: 'refused'; readonly failure: Failure }
>({ at: 'no' })

export const loadEditedDistricts = (): Promise<void> => {
  const parentCode = districtParent.get()
  return part.load(() => api.reference.editedDistricts(parentCode === '' ? {} : { parentCode }))
}

/** Shows the level below a district; empty = the provinces. */
export function openDistrictLevel(code: string): void {
  if (code === districtParent.get()) return
  districtParent.set(code)
  districtStep.set({ at: 'no' })
  part.reset()
  void loadEditedDistricts()
}

/** Switches a district off or on; true on success. */
export async function switchDistrict({ code, isOff }: EditedDistrict): Promise<boolean> {
  if (districtStep.get().at === 'sending') return false
  districtStep.set({ at: 'sending' })
  const answer = await api.reference.districtSwitch({ code, isOff: !isOff })
  districtStep.set(answer.ok ? { at: 'no' } : { at: 'refused', failure: answer.failure })
  await loadEditedDistricts()
  return answer.ok
}

/** The open dialog: a new district, or one that is renamed or switched off. */
export type DistrictDialog =
  { readonly at: 'none' | 'new' } | { readonly at: 'rename' | 'off'; readonly row: EditedDistrict }
export const districtDialog = atom<DistrictDialog>({ at: 'none' })
export const closeDistrictDialog = (): void => districtDialog.set({ at: 'none' })

export const districtForm = createForm({
  schema: districtEditingCalls.districtSave.input,
  inputOf: (values: { readonly code: string; readonly name: string }) => ({
    code: values.code.trim(),
    name: values.name,
    isNew: districtDialog.get().at === 'new',
  }),
  submit: api.reference.districtSave,
})

export function openDistrict(row?: EditedDistrict): void {
  // The digits of the parent are given: a new code lies below it.
  const parent = districtParent.get()
  const digits = parent === '' ? '' : districtPrefix(parent)
  districtForm.start({ code: row?.code ?? digits, name: row?.name ?? '' })
  districtDialog.set(row === undefined ? { at: 'new' } : { at: 'rename', row })
}
export const openDistrictSwitch = (row: EditedDistrict): void => districtDialog.set({ at: 'off', row })

/** Saves the district of the dialog; true on success. */
export async function saveDistrict(): Promise<boolean> {
  if ((await districtForm.submit()) === undefined) return false
  closeDistrictDialog()
  await loadEditedDistricts()
  return true
}
