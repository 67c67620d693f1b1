import type { Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'

export const ofSeller = { clarity: 4, payment: 5, service: 4 }
export const ofBuyer = { quality: 5, speed: 4, service: 5 }
export const said = '方案细致，图谱与原始数据齐全'

/** What a buyer writes of its supplier, as one intention of its own. */
export const buyerSays = (client: Client, orderId: number, more: object = {}, key = newKey()) =>
  client.api.orders.buyerReviewSave({ orderId, scores: ofBuyer, text: said, ...more }, { idempotencyKey: key })
/** What a supplier writes of its buyer. */
export const sellerSays = (client: Client, orderId: number, more: object = {}, key = newKey()) =>
  client.api.orders.sellerReviewSave(
    { orderId, scores: ofSeller, text: '需求写得清楚，付款及时', ...more },
    { idempotencyKey: key },
  )
