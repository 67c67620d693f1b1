import type { Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'

export const ofSeller = { clarity: 4, payment: 5, service: 4 }
export const ofBuyer = { quality: 5, speed: 4, service: 5 }
export const said = '方案细致，图谱与原始数据齐全'

/** A review by the buyer, with a new idempotency key. */
export const buyerSays = (client: Client, orderId: number, more: object = {}, key = newKey()) =>
  client.api.orders.buyerReviewSave({ orderId, scores: ofBuyer, text: said, ...more }, { idempotencyKey: key })
/** A review by the supplier. */
export const sellerSays = (client: Client, orderId: number, more: object = {}, key = newKey()) =>
  client.api.orders.sellerReviewSave(
    { orderId, scores: ofSeller, text: '需求写得清楚，付款及时', ...more },
    { idempotencyKey: key },
  )
