import { atom } from 'nanostores'
import { api } from '../client/browser.ts'

export interface District {
  readonly code: string
  readonly name: string
}
/** Districts below a code that were read so far; '' holds the provinces. */
export const districts = atom<Readonly<Record<string, readonly District[]>>>({})

/** Reads the districts below a code, unless they are there. */
export async function loadDistricts(parentCode = ''): Promise<void> {
  if (districts.get()[parentCode] !== undefined) return
  const answer = await api.reference.districtSubset(parentCode === '' ? {} : { parentCode })
  if (answer.ok) districts.set({ ...districts.get(), [parentCode]: answer.content })
}
