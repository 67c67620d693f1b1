import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { adsCalls, type ManagedAd } from '../../contract/reference/ads.ts'
import { adPlaces, type AdPlace } from '../../domain/reference/ad-places.ts'
import { dateInput, daysAfter, instantOf } from '../../domain/time-input.ts'
import { loadable } from '../loaded.ts'
import { typedForm } from '../typed-form.ts'
import { wholeOf } from '../../domain/half-width.ts'

const part = loadable<readonly ManagedAd[]>()
/** Every promotion, also those that are off or over. */
export const promotions = part.state
export const load = (): Promise<void> => part.load(() => api.reference.ads({}))

/** The place that is looked at. */
export const place = atom<AdPlace>('menu')
export function choosePlace(key: string): void {
  const found = adPlaces.find((each) => each === key)
  if (found !== undefined) place.set(found)
}

const adValues = z.object({
  /** 0 = a new one. */
  adId: z.number(),
  place: z.enum(adPlaces),
  title: z.string(),
  text: z.string(),
  picture: z.string(),
  href: z.string(),
  area: z.string(),
  sort: z.string(),
  /** First and last day; empty = without end. */
  from: z.string(),
  until: z.string(),
  isOn: z.boolean(),
})
export type AdValues = z.output<typeof adValues>

const save = adsCalls.adSave.input
const areas = save.shape.area.unwrap()

export const form = typedForm({
  schema: save,
  inputOf: ({ adId, area, sort, from, until, ...values }: AdValues): z.input<typeof save> => ({
    ...values,
    ...(adId === 0 ? {} : { adId }),
    area: areas.catch('').parse(area),
    sort: wholeOf(sort) ?? Number.NaN,
    startsAt: from === '' ? null : instantOf(from, '00:00'),
    endsAt: until === '' ? null : dayAfter(until),
  }),
  names: { startsAt: 'from', endsAt: 'until' },
  own: ({ sort }) => (wholeOf(sort) !== null ? [] : [{ field: 'sort', message: '请填写整数，数小的在前' }]),
  send: api.reference.adSave,
})

/** The end of a day: the first moment of the next one. */
function dayAfter(day: string): string | null {
  const start = instantOf(day, '00:00')
  return start === null ? null : daysAfter(start, 1)
}

/** Whether the form stands open. */
export const isOpen = atom(false)
export function open(row?: ManagedAd): void {
  form.begin(
    row === undefined
      ? {
          ...{ adId: 0, place: place.get(), title: '', text: '', picture: '', href: '' },
          ...{ area: '', sort: '100', from: '', until: '', isOn: true },
        }
      : {
          ...{ adId: row.adId, place: row.place, title: row.title, text: row.text, picture: row.picture },
          ...{ href: row.href, area: row.area, sort: String(row.sort), isOn: row.isOn },
          from: row.startsAt === null ? '' : dateInput(row.startsAt),
          until: row.endsAt === null ? '' : dateInput(daysAfter(row.endsAt, -1)),
        },
  )
  isOpen.set(true)
}
export function close(): void {
  if (form.sending.get().at !== 'sending') isOpen.set(false)
}

/** Saves what stands in the form. True when it is saved. */
export async function submit(): Promise<boolean> {
  const saved = await form.send()
  if (saved === undefined) return false
  isOpen.set(false)
  await load()
  return true
}

/** The promotion asked about, and how the asking stands. */
export type Deleting =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly row: ManagedAd; readonly failure: Failure | null }
export const deleting = atom<Deleting>({ at: 'none' })
export const askDelete = (row: ManagedAd): void => deleting.set({ at: 'asking', row, failure: null })
export const dropDelete = (): void => deleting.set({ at: 'none' })

/** Deletes the promotion that was asked about. True when it is gone. */
export async function confirmDelete(): Promise<boolean> {
  const now = deleting.get()
  if (now.at !== 'asking') return false
  deleting.set({ ...now, at: 'sending', failure: null })
  const answer = await api.reference.adDelete({ adId: now.row.adId })
  if (!answer.ok && answer.failure.code !== 404) {
    deleting.set({ ...now, failure: answer.failure })
    return false
  }
  dropDelete()
  await load()
  return true
}
