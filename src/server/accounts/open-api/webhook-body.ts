import type { webhookMessages } from '../../../db/tables/open-api.ts'

/** Body of a message, as Standard Webhooks has it; the same bytes at each attempt. */
export const webhookBody = ({
  topic,
  createdAt,
  data,
}: Pick<typeof webhookMessages.$inferSelect, 'topic' | 'createdAt' | 'data'>): string =>
  JSON.stringify({ type: topic, timestamp: createdAt.toISOString(), data })
