import type { StateLabel } from '../transition.ts'

/** Subjects of events and what each says; a supplier and a buyer get those of their own side. */
export const webhookTopics = [
  'order.moved',
  'payment.moved',
  'refund.moved',
  'invoice.moved',
  'delivery.moved',
  'milestone.moved',
  'dispute.moved',
  'change.moved',
  'payout.moved',
  'demand.moved',
  'offer.moved',
] as const
export type WebhookTopic = (typeof webhookTopics)[number]

export const webhookTopicLabels: Readonly<Record<WebhookTopic, string>> = {
  'order.moved': '订单：提交、确认、开工、完成、取消',
  'payment.moved': '付款：提交凭证、到账、撤销',
  'refund.moved': '退款：申请、同意、完成',
  'invoice.moved': '发票：申请、开具、红冲',
  'delivery.moved': '交付与验收',
  'milestone.moved': '里程碑：开工、交付、验收',
  'dispute.moved': '争议与裁定',
  'change.moved': '订单变更：提出、签署、退回',
  'payout.moved': '打款（仅供应商）',
  'demand.moved': '需求：审核、截止、定标、关闭（仅发布方）',
  'offer.moved': '报价：提交、更新、中标、未中标',
}

/** Sent by hand, to try an endpoint. */
export const webhookTestTopic = 'webhook.test'
export type WebhookMessageTopic = WebhookTopic | typeof webhookTestTopic
export const webhookTopicName = (topic: string): string =>
  topic === webhookTestTopic
    ? '测试事件'
    : (webhookTopicLabels[webhookTopics.find((each) => each === topic) ?? 'order.moved'].split(/[：（]/u)[0] ?? topic)

/**
 * `paused`: by the platform, after failures of days; events are kept and sent once it is resumed. `stopped`: by the
 * company; events are not recorded.
 */
export const webhookStatuses = ['active', 'paused', 'stopped'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]
export const webhookLabels: Readonly<Record<WebhookStatus, StateLabel>> = {
  active: { label: '推送中', tone: 'good' },
  paused: { label: '已自动暂停', tone: 'act' },
  stopped: { label: '已停用', tone: 'mute' },
}
export const isWebhookStopped = (status: WebhookStatus): boolean => status === 'stopped'
export const isWebhookActive = (status: WebhookStatus): boolean => status === 'active'
export const isWebhookPaused = (status: WebhookStatus): boolean => status === 'paused'

export const webhookMessageStatuses = ['queued', 'sent', 'failed'] as const
export type WebhookMessageStatus = (typeof webhookMessageStatuses)[number]
export const webhookMessageLabels: Readonly<Record<WebhookMessageStatus, StateLabel>> = {
  queued: { label: '等待推送', tone: 'go' },
  sent: { label: '已送达', tone: 'good' },
  failed: { label: '未送达', tone: 'bad' },
}

export const isMessageWaiting = (status: WebhookMessageStatus): boolean => status === 'queued'

/** Endpoints of a company. */
export const maxWebhooks = 10
export const maxWebhookUrl = 500
/** Messages of one endpoint in flight at a time; those of one order one after the other. */
export const webhookBatch = 8
/** Endpoints that a run sends to at a time, so that slow receivers do not hold back the others. */
export const webhookSenders = 4
/** Seconds that an endpoint has to answer. */
export const webhookTimeoutSeconds = 10
/** Bytes of an answer that are read, and characters that the log keeps. */
export const webhookAnswerBytes = 16_384
export const webhookAnswerLength = 500
/** Hours for which the secret before a rotation still signs. */
export const secretOverlapHours = 24
/** Days of failures without one success after which an endpoint is paused. */
export const pauseAfterDays = 3
/** Days after which a message that its receiver refuses is given up, so that later ones of its order go on. */
export const giveUpAfterDays = 3
/** Days for which messages and their attempts are kept. */
export const webhookLogDays = 30
/** Days for which a message waits for a receiver, paused ones included: a forgotten address does not fill the database. */
export const webhookWaitingDays = 90

/** Seconds before each further attempt; the last one repeats. */
const delays = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400] as const
/** Seconds until the next attempt after `attempts` failed ones. */
export const webhookDelay = (attempts: number): number => delays[Math.min(attempts, delays.length) - 1] ?? delays[0]

const dayMs = 86_400_000
/** Whether an endpoint that fails since then is paused. */
export const isPauseDue = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= pauseAfterDays * dayMs
/** Whether a message first tried at a moment is given up. */
export const isGivenUp = (firstTriedAt: Date, now: Date): boolean =>
  now.getTime() - firstTriedAt.getTime() >= giveUpAfterDays * dayMs
