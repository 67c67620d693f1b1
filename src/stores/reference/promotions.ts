import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { adsCalls, type ManagedAd } from '../../contract/reference/ads.ts'
import { adPlaces, type AdPlace } from '../../domain/reference/ad-places.ts'
import { dateInput, daysAfter, instantOf } from '../../domain/time-input.ts'
import { loadable } from '../loadable.ts'
import { createForm } from '../form-store.ts'
import { parseWholeNumber } from '../../domain/half-width.ts'

const part = loadable<readonly ManagedAd[]>()
/** All promotions, including disabled and expired ones. */
export const promotions = part.state
export const loadPromotions = (): Promise<void> => part.load(() => api.reference.ads({}))

/** The selected placement. */
export const promotionPlace = atom<AdPlace>('menu')
export function choosePromotionPlace(key: string): void {
  const found = adPlaces.find((each) => each === key)
  if (found !== undefined) promotionPlace.set(found)
}

const adValues = z.object({
  /** 0 = new. */
  adId: z.number(),
  place: z.enum(adPlaces),
  title: z.string(),
  text: z.string(),
  picture: z.string(),
  href: z.string(),
  area: z.string(),
  sort: z.string(),
  /** First and last day; empty = unlimited. */
  from: z.string(),
  until: z.string(),
  isOn: z.boolean(),
})
export type AdValues = z.output<typeof adValues>

const adInput = adsCalls.adSave.input
const areas = adInput.shape.area.unwrap()

export const promotionForm = createForm({
  schema: adInput,
  inputOf: ({ adId, area, sort, from, until, ...values }: AdValues): z.input<typeof adInput> => ({
    ...values,
    ...(adId === 0 ? {} : { adId }),
    area: areas.catch('').parse(area),
    sort: parseWholeNumber(sort) ?? Number.NaN,
    startsAt: from === '' ? null : instantOf(from, '00:00'),
    endsAt: until === '' ? null : dayAfter(until),
  }),
  fieldNames: { startsAt: 'from', endsAt: 'until' },
  validate: ({ sort }) =>
    parseWholeNumber(sort) !== null ? [] : [{ field: 'sort', message: '请填写整数，数值小的在前' }],
  submit: api.reference.adSave,
})

/** Start of the next day, in which the given day ends. */
function dayAfter(day: string): string | null {
  const start = instantOf(day, '00:00')
  return start === null ? null : daysAfter(start, 1)
}

/** Whether the form is open. */
export const isPromotionFormOpen = atom(false)
export function openPromotionForm(row?: ManagedAd): void {
  promotionForm.start(
    row === undefined
      ? {
          adId: 0,
          place: promotionPlace.get(),
          title: '',
          text: '',
          picture: '',
          href: '',
          area: '',
          sort: '100',
          from: '',
          until: '',
          isOn: true,
        }
      : {
          adId: row.adId,
          place: row.place,
          title: row.title,
          text: row.text,
          picture: row.picture,
          href: row.href,
          area: row.area,
          sort: String(row.sort),
          isOn: row.isOn,
          from: row.startsAt === null ? '' : dateInput(row.startsAt),
          until: row.endsAt === null ? '' : dateInput(daysAfter(row.endsAt, -1)),
        },
  )
  isPromotionFormOpen.set(true)
}
export function closePromotionForm(): void {
  if (promotionForm.submitState.get().at !== 'sending') isPromotionFormOpen.set(false)
}

/** Saves the form; true on success. */
export async function submitPromotion(): Promise<boolean> {
  const saved = await promotionForm.submit()
  if (saved === undefined) return false
  isPromotionFormOpen.set(false)
  await loadPromotions()
  return true
}

/** The promotion to be deleted, with its submit state. */
export type PromotionDeletion =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly row: ManagedAd; readonly failure: Failure | null }
export const promotionDeletion = atom<PromotionDeletion>({ at: 'none' })
export const openPromotionDeletion = (row: ManagedAd): void =>
  promotionDeletion.set({ at: 'asking', row, failure: null })
export const closePromotionDeletion = (): void => promotionDeletion.set({ at: 'none' })

/** Deletes the promotion of the dialog; true on success. */
export async function deletePromotion(): Promise<boolean> {
  const now = promotionDeletion.get()
  if (now.at !== 'asking') return false
  promotionDeletion.set({ ...now, at: 'sending', failure: null })
  const answer = await api.reference.adDelete({ adId: now.row.adId })
  if (!answer.ok && answer.failure.code !== 404) {
    promotionDeletion.set({ ...now, failure: answer.failure })
    return false
  }
  closePromotionDeletion()
  await loadPromotions()
  return true
}
