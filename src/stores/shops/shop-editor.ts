import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import { failures } from '../../contract/failures.ts'
import { sellerShopCalls, type OwnShop } from '../../contract/shops/seller-shop.ts'
import { holidayErrors } from '../../domain/shops/holiday.ts'
import { date } from '../../domain/time.ts'
import { moveFailureToField } from '../accounts/failure-at-field.ts'
import { loadable } from '../loadable.ts'
import { createUploads } from '../operations/uploads.ts'
import { createForm } from '../form-store.ts'

const shopValues = z.object({
  shopName: z.string(),
  brief: z.string(),
  introduction: z.string(),
  logo: z.object({ fileId: z.string(), url: z.string() }).nullable(),
  backdrop: z.number(),
  holidayFrom: z.string(),
  holidayUntil: z.string(),
  holidayNotice: z.string(),
  version: z.number(),
})
export type ShopValues = z.output<typeof shopValues>

const shopValuesOf = ({ logoFileId, shopLogo, ...shop }: OwnShop): ShopValues =>
  shopValues.parse({ ...shop, logo: shopLogo === '' ? null : { fileId: logoFileId, url: shopLogo } })

const part = loadable<OwnShop>()
/** The shop as saved. */
export const ownShop = part.state
/** Newer version saved by somebody else since editing began; null when there is none. */
export const newerShop = atom<OwnShop | null>(null)

/** A past holiday may stay unchanged. */
const isUnchangedRest = (values: ShopValues): boolean => {
  const now = ownShop.get()
  return (
    now.at === 'ready' &&
    now.content.holidayFrom === values.holidayFrom &&
    now.content.holidayUntil === values.holidayUntil
  )
}

export const shopForm = createForm({
  schema: sellerShopCalls.sellerShopSave.input,
  inputOf: ({ logo, ...values }: ShopValues) => ({ ...values, logoFileId: logo?.fileId ?? '' }),
  fieldNames: { logoFileId: 'logo' },
  validate: (values) => (isUnchangedRest(values) ? [] : holidayErrors(values, date(new Date().toISOString()))),
  submit: async (input) => moveFailureToField(await api.shops.sellerShopSave(input), { shopNameUsed: 'shopName' }),
  draft: { name: 'shop', shape: shopValues },
})

export const shopLogoUpload = createUploads('logo', {
  onReady: ({ fileId, url }) => shopForm.set('logo', { fileId, url }),
})
export function removeShopLogo(): void {
  shopLogoUpload.setFiles([])
  shopForm.set('logo', null)
}

/** Loads the shop for a person and restores the local draft, with a newer saved version beside it. */
export async function loadShopForm(who: number): Promise<void> {
  await part.load(() => api.shops.sellerShop({}))
  const now = ownShop.get()
  if (now.at !== 'ready' || shopForm.values.get() !== null) return
  shopForm.start(shopValuesOf(now.content), who)
  const version = shopForm.values.get()?.version
  newerShop.set(version === now.content.version ? null : now.content)
}

/** Saves the shop. True on success; on a conflict both versions are offered. */
export async function saveShop(): Promise<boolean> {
  const saved = await shopForm.submit()
  if (saved !== undefined) {
    part.update(() => saved)
    // The saved version is the base of the next save.
    shopForm.reset(shopValuesOf(saved))
    shopLogoUpload.setFiles([])
    newerShop.set(null)
    return true
  }
  const now = shopForm.submitState.get()
  if (now.at === 'refused' && now.failure?.code === failures.conflict.code) {
    const answer = await api.shops.sellerShop({})
    if (answer.ok) {
      newerShop.set(answer.content)
      // The conflict choice replaces the error, which would ask for a reload.
      shopForm.clearErrors()
    }
  }
  return false
}

/** Continues with the local edits: the next save overwrites the other version. */
export function keepOwnChanges(): void {
  const [values, other] = [shopForm.values.get(), newerShop.get()]
  if (values === null || other === null) return
  shopForm.replace({ ...values, version: other.version })
  shopForm.clearErrors()
  part.update(() => other)
  newerShop.set(null)
}

/** Discards the local edits for the saved version. */
export function discardOwnChanges(): void {
  const now = ownShop.get()
  const saved = newerShop.get() ?? (now.at === 'ready' ? now.content : null)
  if (saved === null) return
  part.update(() => saved)
  shopForm.reset(shopValuesOf(saved))
  shopLogoUpload.setFiles([])
  newerShop.set(null)
}
