import type { sellerShopCalls } from '../../../contract/shops/seller-shop.ts'
import type { Handler } from '../../handler.ts'
import { picturesOf } from '../shop-more.ts'

export const shopPictures: Handler<typeof sellerShopCalls.shopPictures> = async (_input, { caller, db }) => ({
  pictures: await picturesOf(db, caller.shopId),
})
