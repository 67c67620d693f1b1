import {
  webhookTestTopic,
  webhookTopicLabels,
  webhookTopics,
  type WebhookMessageTopic,
} from '../../../domain/accounts/webhooks.ts'
import type { JsonSchema } from './json-schema.ts'

/** A topic with the schema of its body. */
export interface WebhookEventSchema {
  readonly topic: WebhookMessageTopic
  readonly schema: JsonSchema
}

const topics: readonly WebhookMessageTopic[] = [...webhookTopics, webhookTestTopic]

/** Every event that a webhook may get. */
export const webhookEvents = (): readonly WebhookEventSchema[] =>
  topics.map((topic) => ({
    topic,
    schema: {
      type: 'object',
      required: ['type', 'timestamp', 'data'],
      properties: {
        type: { const: topic, description: '事件的种类' },
        timestamp: { type: 'string', format: 'date-time', description: '事件发生的时间' },
        data: { ...webhookData(topic), description: '事件的内容' },
      },
    },
  }))

/** The events that a webhook gets. */
export function webhookItems(): object {
  return Object.fromEntries(webhookEvents().map((event) => [event.topic, { post: webhookOperation(event) }]))
}

const webhookHeaders = [
  ['webhook-id', '事件的编号，重发时不变；请按它去重'],
  ['webhook-timestamp', '推送的时刻，自 1970 年起的秒数；请拒绝相差 5 分钟以上的'],
  ['webhook-signature', '签名，以空格分隔；有一个通过即可'],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}))

function webhookOperation({ topic, schema }: WebhookEventSchema): object {
  return {
    operationId: `webhook.${topic}`,
    summary: topic === webhookTestTopic ? '测试事件' : webhookTopicLabels[topic],
    security: [],
    parameters: webhookHeaders,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema,
        },
      },
    },
    responses: {
      '2XX': { description: '收到。其余答复或 10 秒内没有答复，稍后按同样的次序再次推送' },
      '4XX': { description: '未被接受，稍后再次推送；410 表示地址不再使用，平台将暂停推送' },
    },
  }
}

const text = (description: string): JsonSchema => ({ type: 'string', description })
const whole = (description: string): JsonSchema => ({ type: 'integer', description })
const stepFields = {
  event: text('操作'),
  from: text('操作前的状态；没有状态变化时不含此项'),
  to: text('操作后的状态；没有状态变化时不含此项'),
  at: { type: 'string', format: 'date-time', description: '操作的时间' },
  reference: text('本企业自己的单号；没有时不含此项'),
} satisfies Record<string, JsonSchema>

function webhookData(topic: string): JsonSchema {
  if (topic === webhookTestTopic)
    return { type: 'object', required: ['webhookId'], properties: { webhookId: whole('推送地址的 id') } }
  if (topic === 'demand.moved' || topic === 'offer.moved')
    return {
      type: 'object',
      required: ['demandId', 'demandNo', 'event', 'from', 'to', 'at'],
      properties: {
        ...(topic === 'offer.moved' ? { offerId: whole('报价 id') } : {}),
        demandId: whole('需求 id'),
        demandNo: text('需求编号'),
        ...stepFields,
      },
    }
  return {
    type: 'object',
    required: ['orderId', 'orderNo', 'seq', 'event', 'by', 'at'],
    properties: {
      orderId: whole('订单 id'),
      orderNo: text('订单编号'),
      seq: whole('该订单存证记录中的序号，逐一递增'),
      ...stepFields,
      by: { enum: ['buyer', 'seller', 'operator', 'system'], description: '操作方' },
      amount: whole('金额，分'),
      total: whole('订单总额，分'),
      paymentNo: text('付款编号'),
      refundNo: text('退款编号'),
      invoiceNo: text('发票号码'),
      payoutNo: text('打款单号'),
      delivery: whole('第几次交付'),
      change: whole('第几次变更'),
    },
  }
}
