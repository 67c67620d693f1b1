import { z } from 'zod'
import {
  apiKeyPermissions,
  apiKeyStates,
  maxApiKeyName,
  maxApiKeyNetworks,
  openApiPermission,
} from '../../domain/accounts/api-keys.ts'
import { permissions } from '../../domain/accounts/permissions.ts'
import {
  maxWebhookUrl,
  webhookMessageStatuses,
  webhookStatuses,
  webhookTestTopic,
  webhookTopics,
} from '../../domain/accounts/webhooks.ts'
import { company } from '../access.ts'
import { call } from '../call.ts'
import { dayInput, id, listOf, moment, paging, text, typedCode } from '../fields.ts'

const manager = company(openApiPermission)

/** An address, or a network in CIDR notation. */
const network = typedCode.pipe(
  z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], {
    error: '请填写 IP 地址或网段，如 203.0.113.7 或 203.0.113.0/24',
  }),
)

const apiKey = z.object({
  keyId: id,
  name: z.string(),
  /** First characters, to recognise it by. */
  prefix: z.string(),
  permissions: z.array(z.enum(permissions)),
  /** Those of `permissions` that the giver holds at present: what the key may do now. */
  present: z.array(z.enum(permissions)),
  networks: z.array(z.string()),
  state: z.enum(apiKeyStates),
  /** Name of the person who gave it. */
  by: z.string(),
  /** Whether that person can no longer sign in to this company: calls with the key are refused. */
  giverGone: z.boolean(),
  createdAt: moment,
  expiresAt: moment,
  lastUsedAt: moment.nullable(),
  revokedAt: moment.nullable(),
})
export type ApiKeyRow = z.output<typeof apiKey>

const topics = z.array(z.enum(webhookTopics)).min(1, '请至少选择一类事件').max(webhookTopics.length)
const url = typedCode.min(1, '请填写').max(maxWebhookUrl, `最多 ${maxWebhookUrl} 个字`)

const webhook = z.object({
  webhookId: id,
  url: z.string(),
  topics: z.array(z.enum(webhookTopics)),
  status: z.enum(webhookStatuses),
  /** Start of the failures without a success since; null = none. */
  failingSince: moment.nullable(),
  /** Messages that wait to be sent. */
  waiting: z.int(),
  /** Until then the secret before the last rotation signs as well; null = no rotation. */
  previousUntil: moment.nullable(),
  by: z.string(),
  createdAt: moment,
})
export type WebhookRow = z.output<typeof webhook>

/** A secret is in the answers that make it, and nowhere else. */
const secretOf = z.object({ webhookId: id, secret: z.string() })

const message = z.object({
  id,
  webhookId: id,
  messageId: z.string(),
  topic: z.enum([...webhookTopics, webhookTestTopic]),
  thread: z.string(),
  status: z.enum(webhookMessageStatuses),
  attempts: z.int(),
  /** HTTP status of the last answer; null = no answer yet. */
  answerStatus: z.int().nullable(),
  /** When it is tried again; null = not any more. */
  dueAt: moment.nullable(),
  createdAt: moment,
})
export type WebhookMessageRow = z.output<typeof message>

const messageDetail = message.extend({
  /** The body as it is sent. */
  body: z.string(),
  /** Newest first, 100 at most. */
  log: z.array(
    z.object({
      attempt: z.int(),
      at: moment,
      answerStatus: z.int().nullable(),
      /** '' = delivered. */
      error: z.string(),
      answer: z.string(),
      durationMs: z.int(),
    }),
  ),
})
export type WebhookMessageDetail = z.output<typeof messageDetail>

/** Keys and webhooks of the caller's company. None of these calls can be made with a key. */
export const openApiCalls = {
  apiKeys: call({
    path: '/user-center/open-api/key/list',
    summary: '本企业的密钥，新的在前；不含密钥本身',
    access: manager,
    reads: true,
    viewing: 'closed',
    input: z.object({ ...paging, status: z.enum(apiKeyStates).optional() }),
    output: listOf(apiKey).extend({ counts: z.partialRecord(z.enum(apiKeyStates), z.int()) }),
    ours: true,
  }),
  apiKeySave: call({
    path: '/user-center/open-api/key/save',
    summary: '新建密钥：权限不超出本人，密钥只在此次答复中出现',
    access: manager,
    input: z.object({
      name: text(maxApiKeyName),
      permissions: z.array(z.enum(apiKeyPermissions)).min(1, '请至少选择一项权限').max(apiKeyPermissions.length),
      /** Last day on which it is valid, in Shanghai. */
      expiresOn: dayInput,
      networks: z.array(network).max(maxApiKeyNetworks, `最多 ${maxApiKeyNetworks} 个`).default([]),
    }),
    output: z.object({ keyId: id, key: z.string() }),
    failures: ['roleBeyond', 'apiKeysFull'],
    perMinute: 20,
    logs: '新建密钥',
    ours: true,
  }),
  apiKeyRevoke: call({
    path: '/user-center/open-api/key/revoke',
    summary: '撤销密钥：即时生效，不能恢复；已撤销的不变',
    access: manager,
    input: z.object({ keyId: id }),
    output: z.object({}),
    logs: '撤销密钥',
    ours: true,
  }),
  webhooks: call({
    path: '/user-center/open-api/webhook/list',
    summary: '本企业的推送地址',
    access: manager,
    reads: true,
    viewing: 'closed',
    input: z.object({}),
    output: z.array(webhook),
    ours: true,
  }),
  webhookSave: call({
    path: '/user-center/open-api/webhook/save',
    summary: '新建推送地址；签名密钥只在此次答复中出现',
    access: manager,
    input: z.object({ url, topics }),
    output: secretOf,
    failures: ['webhooksFull'],
    perMinute: 20,
    logs: '新建推送地址',
    ours: true,
  }),
  webhookUpdate: call({
    path: '/user-center/open-api/webhook/update',
    summary: '修改推送地址与事件；已等待的事件推送到新地址',
    access: manager,
    input: z.object({ webhookId: id, url, topics }),
    output: z.object({}),
    logs: '修改推送地址',
    ours: true,
  }),
  webhookSwitch: call({
    path: '/user-center/open-api/webhook/switch',
    summary: '停用推送地址，或启用、恢复推送；自动暂停期间的事件在恢复后按次序推送',
    access: manager,
    input: z.object({ webhookId: id, active: z.boolean() }),
    output: z.object({}),
    logs: '启用或停用推送地址',
    ours: true,
  }),
  webhookRotate: call({
    path: '/user-center/open-api/webhook/rotate',
    summary: '更换签名密钥：24 小时内新旧密钥同时签名',
    access: manager,
    input: z.object({ webhookId: id }),
    output: secretOf,
    perMinute: 20,
    logs: '更换签名密钥',
    ours: true,
  }),
  webhookDelete: call({
    path: '/user-center/open-api/webhook/delete',
    summary: '删除推送地址与其推送记录',
    access: manager,
    input: z.object({ webhookId: id }),
    output: z.object({}),
    logs: '删除推送地址',
    ours: true,
  }),
  webhookTest: call({
    path: '/user-center/open-api/webhook/test',
    summary: '向推送地址发送一个测试事件',
    access: manager,
    input: z.object({ webhookId: id }),
    output: z.object({ id }),
    failures: ['webhookStopped'],
    perMinute: 10,
    logs: '发送测试事件',
    ours: true,
  }),
  webhookMessages: call({
    path: '/user-center/open-api/message/list',
    summary: '推送记录，新的在前，保留 30 天',
    access: manager,
    reads: true,
    viewing: 'closed',
    input: z.object({ ...paging, webhookId: id.optional(), status: z.enum(webhookMessageStatuses).optional() }),
    output: listOf(message).extend({ counts: z.partialRecord(z.enum(webhookMessageStatuses), z.int()) }),
    ours: true,
  }),
  webhookMessage: call({
    path: '/user-center/open-api/message/detail',
    summary: '一个推送事件的内容与每次推送的结果',
    access: manager,
    reads: true,
    viewing: 'closed',
    input: z.object({ id }),
    output: messageDetail,
    ours: true,
  }),
  webhookRepeat: call({
    path: '/user-center/open-api/message/repeat',
    summary: '重发一个已送达或未送达的事件，编号不变',
    access: manager,
    input: z.object({ id }),
    output: z.object({}),
    failures: ['webhookWaiting', 'webhookStopped'],
    perMinute: 30,
    logs: '重发推送事件',
    ours: true,
  }),
}
