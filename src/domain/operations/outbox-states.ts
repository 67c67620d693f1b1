import type { StateLabel } from '../transition.ts'

export const outboxStatuses = ['queued', 'sending', 'sent', 'failed'] as const
export type OutboxStatus = (typeof outboxStatuses)[number]

/** What the states of a message to the outside are called. */
export const outboxLabels: Readonly<Record<OutboxStatus, StateLabel>> = {
  queued: { label: '待发送', tone: 'go' },
  sending: { label: '发送中', tone: 'go' },
  sent: { label: '已发出', tone: 'good' },
  failed: { label: '未发出', tone: 'bad' },
}
