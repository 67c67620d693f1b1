import { atom } from 'nanostores'
import { api } from '../client/browser.ts'

export interface District {
  readonly code: string
  readonly name: string
}
/** Loaded districts by parent code; '' holds the provinces. */
export const districts = atom<Readonly<Record<string, readonly District[]>>>({})

/** Loads the districts below a code unless already loaded. */
export async function loadDistricts(parentCode = ''): Promise<void> {
  if (districts.get()[parentCode] !== undefined) return
  const answer = await api.reference.districtSubset(parentCode === '' ? {} : { parentCode })
  if (answer.ok) districts.set({ ...districts.get(), [parentCode]: answer.content })
}
