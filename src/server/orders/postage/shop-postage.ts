import { eq } from 'drizzle-orm'
import type { postageCalls } from '../../../contract/orders/postage.ts'
import { shops } from '../../../db/tables/shops.ts'
import { freePostage, toDistrictCode, type PostageRule } from '../../../domain/orders/postage.ts'
import type { Handler } from '../../handler.ts'
import { fieldFailed, type FieldError } from '../../../contract/failures.ts'
import { districtNames } from '../../platform/district-names.ts'

export const shopPostage: Handler<typeof postageCalls.shopPostage> = async (_input, { caller, db }) => {
  const [shop] = await db.select({ postage: shops.postage }).from(shops).where(eq(shops.id, caller.shopId))
  const saved = shop?.postage ?? null
  const { zones, notTo, ...rest } = saved ?? freePostage
  const copied = zones.map(({ districts, ...steps }) => ({ ...steps, districts: [...districts] }))
  return { saved: saved !== null, rule: { ...rest, zones: copied, notTo: [...notTo] } }
}

/** Existing orders keep their stored postage. */
export const shopPostageSave: Handler<typeof postageCalls.shopPostageSave> = async (rule, { caller, db, note }) => {
  const errors = unknownPlaceErrors(rule, await districtNames(db))
  if (errors.length > 0) throw fieldFailed(...errors)
  await db.update(shops).set({ postage: rule }).where(eq(shops.id, caller.shopId))
  note(`${rule.zones.length} 个运费区，${rule.notTo.length} 个不配送地区`)
  return {}
}

/** Field errors for unknown district codes. */
function unknownPlaceErrors({ zones, notTo }: PostageRule, names: ReadonlyMap<string, string>): FieldError[] {
  const isUnknown = (code: string) => !names.has(toDistrictCode(code))
  const message = '含有未知的地区，请重新选择'
  return [
    ...zones.flatMap(({ districts }, at) =>
      districts.some(isUnknown) ? [{ field: `zones.${at}.districts`, message }] : [],
    ),
    ...(notTo.some(isUnknown) ? [{ field: 'notTo', message }] : []),
  ]
}
