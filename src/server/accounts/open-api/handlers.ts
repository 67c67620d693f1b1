import type { openApiCalls } from '../../../contract/accounts/open-api.ts'
import type { Handlers } from '../../handler.ts'
import { apiKeyRevoke, apiKeys, apiKeySave } from './api-keys.ts'
import { webhookMessage, webhookMessages, webhookRepeat } from './webhook-messages.ts'
import {
  webhookDelete,
  webhookRotate,
  webhooks,
  webhookSave,
  webhookSwitch,
  webhookTest,
  webhookUpdate,
} from './webhooks.ts'

export const openApiHandlers: Handlers<typeof openApiCalls> = {
  apiKeys,
  apiKeySave,
  apiKeyRevoke,
  webhooks,
  webhookSave,
  webhookUpdate,
  webhookSwitch,
  webhookRotate,
  webhookDelete,
  webhookTest,
  webhookMessages,
  webhookMessage,
  webhookRepeat,
}
