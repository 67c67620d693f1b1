import { eq } from 'drizzle-orm'
import type { postageCalls } from '../../../contract/orders/postage.ts'
import { shops } from '../../../db/tables/shops.ts'
import { freePostage } from '../../../domain/orders/postage.ts'
import type { Handler } from '../../handler.ts'

export const shopPostage: Handler<typeof postageCalls.shopPostage> = async (_input, { caller, db }) => {
  const [shop] = await db.select({ postage: shops.postage }).from(shops).where(eq(shops.id, caller.shopId))
  const kept = shop?.postage ?? null
  const { zones, notTo, ...rest } = kept ?? freePostage
  const copied = zones.map(({ districts, ...steps }) => ({ ...steps, districts: [...districts] }))
  return { saved: kept !== null, rule: { ...rest, zones: copied, notTo: [...notTo] } }
}
