/** Examples of the developers' page. */
export const callExample = (apiUrl: string): string => `
curl ${apiUrl}/fmall/order/buyer/list-page \\
  -H 'authorization: Bearer yxk_您的密钥' \\
  -H 'content-type: application/json' \\
  -d '{"keyword":"PO-2026-00871","current":1,"pageSize":20}'`

export const answerExample = `
{
  "code": 200,
  "message": "",
  "content": { "total": 1, "data": [ { "orderId": 128, "orderNo": "202611200001", "reference": "PO-2026-00871" } ] }
}`

export const idempotencyExample = (apiUrl: string): string => `
curl ${apiUrl}/fmall/order/submit \\
  -H 'authorization: Bearer yxk_您的密钥' \\
  -H 'idempotency-key: 6d0a4b1c-7a52-4f0e-9a38-2f1c7e5b9d10' \\
  -H 'content-type: application/json' \\
  -d '{"direct":{"kind":"product","listingId":12,"specId":34,"quantity":10},"orderAmount":128000}'`

export const failureExample = `
{
  "code": 400,
  "message": "填写的内容有误，请检查标出的项",
  "content": [ { "field": "deadline", "message": "请选择日期与时间" } ]
}`

export const eventExample = `
{
  "type": "order.moved",
  "timestamp": "2026-11-20T06:08:00.000Z",
  "data": {
    "orderId": 128, "orderNo": "202611200001", "seq": 2, "event": "confirm", "by": "seller",
    "from": "pending_confirm", "to": "confirmed", "reference": "PO-2026-00871", "at": "2026-11-20T06:08:00.000Z"
  }
}`

export const verifyExample = `
import { createHmac, timingSafeEqual } from 'node:crypto'

/** body 为收到的原文，不要先解析再序列化；secret 以 whsec_ 开头 */
export function verify(secret, headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) throw new Error('时间相差过大')
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  const fits = headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.slice('v1,'.length), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!fits) throw new Error('签名不符')
  return JSON.parse(body)
}`
