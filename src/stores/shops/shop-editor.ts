import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import { failures } from '../../contract/failures.ts'
import { sellerShopCalls, type OwnShop } from '../../contract/shops/seller-shop.ts'
import { holidayFaults } from '../../domain/shops/holiday.ts'
import { date } from '../../domain/time.ts'
import { atField } from '../accounts/at-field.ts'
import { loadable } from '../loaded.ts'
import { uploadsOf } from '../operations/uploads.ts'
import { typedForm } from '../typed-form.ts'

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

const valuesOf = ({ logoFileId, shopLogo, ...shop }: OwnShop): ShopValues =>
  shopValues.parse({ ...shop, logo: shopLogo === '' ? null : { fileId: logoFileId, url: shopLogo } })

const part = loadable<OwnShop>()
/** The shop as the server holds it. */
export const shop = part.state
/** What somebody else saved since this form was begun; null while the form is the newest. */
export const newer = atom<OwnShop | null>(null)

/** A rest that is over may stay as it was kept. */
const isAsKept = (values: ShopValues): boolean => {
  const now = shop.get()
  return (
    now.at === 'ready' &&
    now.content.holidayFrom === values.holidayFrom &&
    now.content.holidayUntil === values.holidayUntil
  )
}

export const form = typedForm({
  schema: sellerShopCalls.sellerShopSave.input,
  inputOf: ({ logo, ...values }: ShopValues) => ({ ...values, logoFileId: logo?.fileId ?? '' }),
  names: { logoFileId: 'logo' },
  own: (values) => (isAsKept(values) ? [] : holidayFaults(values, date(new Date().toISOString()))),
  send: async (input) => atField(await api.shops.sellerShopSave(input), { shopNameUsed: 'shopName' }),
  draft: { name: 'shop', shape: shopValues },
})

export const logoUpload = uploadsOf('logo', { onReady: ({ fileId, url }) => form.set('logo', { fileId, url }) })
export function removeLogo(): void {
  logoUpload.start([])
  form.set('logo', null)
}

/** Reads the shop for a person, whose draft stands in the form again, with what was saved meanwhile beside it. */
export async function load(who: number): Promise<void> {
  await part.load(() => api.shops.sellerShop({}))
  const now = shop.get()
  if (now.at !== 'ready' || form.values.get() !== null) return
  form.begin(valuesOf(now.content), who)
  const version = form.values.get()?.version
  newer.set(version === now.content.version ? null : now.content)
}

/** Saves. True when it worked; after another's save in between both are there to choose from. */
export async function save(): Promise<boolean> {
  const saved = await form.send()
  if (saved !== undefined) {
    part.change(() => saved)
    // What was saved is the newest: the next save builds on it.
    form.startOver(valuesOf(saved))
    logoUpload.start([])
    newer.set(null)
    return true
  }
  const now = form.sending.get()
  if (now.at === 'refused' && now.failure?.code === failures.conflict.code) {
    const answer = await api.shops.sellerShop({})
    if (answer.ok) {
      newer.set(answer.content)
      // The choice says it all; the refusal beside it would ask for a reload.
      form.settle()
    }
  }
  return false
}

/** Goes on with what was typed here: the next save takes the place of the other's. */
export function keepMine(): void {
  const [values, other] = [form.values.get(), newer.get()]
  if (values === null || other === null) return
  form.replace({ ...values, version: other.version })
  form.settle()
  part.change(() => other)
  newer.set(null)
}

/** Drops what was typed here for what is saved now. */
export function takeSaved(): void {
  const now = shop.get()
  const saved = newer.get() ?? (now.at === 'ready' ? now.content : null)
  if (saved === null) return
  part.change(() => saved)
  form.startOver(valuesOf(saved))
  logoUpload.start([])
  newer.set(null)
}
