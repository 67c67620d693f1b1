import { eq } from 'drizzle-orm'
import type { postageCalls } from '../../../contract/orders/postage.ts'
import { fieldFailed, type FieldFault } from '../../../contract/failures.ts'
import { shops } from '../../../db/tables/shops.ts'
import { districtCodeOf, type PostageRule } from '../../../domain/orders/postage.ts'
import type { Handler } from '../../handler.ts'
import { placeNames } from '../../reference/public.ts'

/** Orders already made keep what they were charged: each has its postage as it was. */
export const shopPostageSave: Handler<typeof postageCalls.shopPostageSave> = async (rule, { caller, db, note }) => {
  const faults = unknownPlaces(rule, await placeNames(db))
  if (faults.length > 0) throw fieldFailed(...faults)
  await db.update(shops).set({ postage: rule }).where(eq(shops.id, caller.shopId))
  note(`${rule.zones.length} 个运费区，${rule.notTo.length} 个不配送地区`)
  return {}
}

/** Places that are in no register. */
function unknownPlaces({ zones, notTo }: PostageRule, names: ReadonlyMap<string, string>): FieldFault[] {
  const isUnknown = (code: string) => !names.has(districtCodeOf(code))
  const message = '含有未知的地区，请重新选择'
  return [
    ...zones.flatMap(({ districts }, at) =>
      districts.some(isUnknown) ? [{ field: `zones.${at}.districts`, message }] : [],
    ),
    ...(notTo.some(isUnknown) ? [{ field: 'notTo', message }] : []),
  ]
}
