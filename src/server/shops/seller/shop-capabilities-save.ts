import { eq } from 'drizzle-orm'
import type { sellerShopCalls } from '../../../contract/shops/seller-shop.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { Handler } from '../../handler.ts'
import { keepShopWords } from '../../search/keep-words.ts'
import { mustBeCapabilities } from './capability-words.ts'
import { lockShop, shopTags } from './own-shop.ts'

export const shopCapabilitiesSave: Handler<typeof sellerShopCalls.shopCapabilitiesSave> = async (
  { capabilities },
  { caller, db, pages, after, note },
) => {
  await db.transaction(async (tx) => {
    const { id, capabilities: had } = await lockShop(tx, caller)
    // A word that the dictionary has dropped may stay until its shop drops it too.
    const chosen = capabilities.filter((word) => !had.includes(word))
    await mustBeCapabilities(tx, chosen, 'capabilities')
    await tx.update(shops).set({ capabilities }).where(eq(shops.id, id))
    await keepShopWords(tx, [id])
  })
  note(capabilities.join('、'))
  after(() => pages.invalidate(shopTags(caller.shopId)))
  return { capabilities }
}
