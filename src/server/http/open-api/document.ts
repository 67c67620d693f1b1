import { accessText } from '../../../contract/access.ts'
import type { Call } from '../../../contract/call.ts'
import { contract } from '../../../contract/contract.ts'
import { failures, httpStatus, type FailureName } from '../../../contract/failures.ts'
import { permissionName } from '../../../domain/accounts/permissions.ts'
import { apiKeyPerMinute } from '../../../domain/accounts/api-keys.ts'
import type { Config } from '../../../config.ts'
import { exampleOf, requestExample } from './examples.ts'
import { jsonSchemaOf, refTo, withFieldNotes, type JsonSchema } from './json-schema.ts'
import { shareSchemas } from './shared-schemas.ts'
import { webhookItems } from './webhook-schemas.ts'

/** Names of the domains in the reference. */
const tagNames: Readonly<Record<string, string>> = {
  accounts: '账号与企业',
  reference: '字典与分类',
  demands: '需求与报价',
  content: '内容',
  chat: '沟通',
  shops: '店铺',
  catalogue: '服务与商品',
  orders: '订单与款项',
  live: '直播',
  projects: '项目',
  operations: '平台',
}

/** Failures that every call may answer with. */
const commonFailures: readonly FailureName[] = [
  'invalidInput',
  'badJson',
  'forbidden',
  'notFound',
  'tooLarge',
  'wrongType',
  'tooMany',
  'serverError',
  'busy',
  'unavailable',
]
const keyFailures: readonly FailureName[] = ['apiKeyInvalid', 'apiKeyExpired', 'apiKeyRevoked', 'apiKeyNetwork']

interface NamedCall {
  readonly domain: string
  readonly name: string
  readonly call: Call
}

const allCalls: readonly NamedCall[] = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries(calls).map(([name, call]: [string, Call]) => ({ domain, name, call })),
)

/** Calls of the document: all of the contract, or those that a key may be used for. */
const callsOf = (part: DocumentPart): readonly NamedCall[] =>
  part === 'all' ? allCalls : allCalls.filter(({ call }) => call.byKey === true)

/** `open`: what programs of companies may call with a key. `all`: everything, with the calls of browsers. */
export type DocumentPart = 'open' | 'all'

const descriptionOf: Readonly<Record<DocumentPart, string>> = {
  open: `供企业自己的系统（ERP、采购、实验室信息管理系统）调用。每个接口都是 POST JSON，返回 { code, message, content }：code 为 200 时 content 是结果，其余为失败。金额单位为分，时间为 ISO 8601。每个密钥每分钟最多调用 ${apiKeyPerMinute} 次。`,
  all: 'POST JSON（上传文件为 multipart/form-data），返回 { code, message, content }。金额单位为分，时间为 ISO 8601。',
}

const failureSchema: JsonSchema = {
  type: 'object',
  description: '失败的答复',
  required: ['code', 'message', 'content'],
  properties: {
    code: { type: 'integer', description: '失败码' },
    message: { type: 'string', description: '说明，可直接展示给用户' },
    content: { description: '更多信息：code 为 400 时是出错的各项，需稍候时是 { retryAfter: 秒数 }' },
  },
}
const fieldErrorSchema: JsonSchema = {
  type: 'object',
  description: '一项输入的错误',
  required: ['field', 'message'],
  properties: {
    field: { type: 'string', description: '该项的路径，如 items.0.name' },
    message: { type: 'string', description: '如何改正' },
  },
}

/** An OpenAPI 3.1 document of the contract: the same text for the same contract and settings. */
export function openapiDocument({ siteUrl }: Pick<Config, 'siteUrl'>, part: DocumentPart = 'all'): object {
  const calls = callsOf(part)
  const { schemas, components } = shareSchemas(
    calls.flatMap(({ name, call }) => [
      { name: `${name} request`, schema: withFieldNotes(jsonSchemaOf(call.input, 'input')) },
      { name, schema: withFieldNotes(jsonSchemaOf(call.output, 'output')) },
    ]),
  )
  const paths = calls.map((named, at) => [
    named.call.path,
    { post: operation(named, part, schemas[at * 2] ?? {}, schemas[at * 2 + 1] ?? {}) },
  ])
  const domains = [...new Set(calls.map(({ domain }) => domain))]
  return {
    openapi: '3.1.0',
    info: {
      title: part === 'open' ? '开放接口' : '全部接口',
      version: '1.0.0',
      description: descriptionOf[part],
      license: { name: '平台服务协议', url: `${siteUrl}/about/cooperation` },
    },
    servers: [{ url: `${siteUrl}/api`, description: '本站' }],
    // The reference shows the display name in its menu.
    tags: domains.map((domain) => ({ name: domain, 'x-displayName': tagNames[domain] ?? domain })),
    paths: Object.fromEntries(paths),
    ...(part === 'open' ? { webhooks: webhookItems() } : {}),
    components: {
      schemas: { Failure: failureSchema, FieldError: fieldErrorSchema, ...components },
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'yxk_…',
          description: '在账户中心的“开放接口”中新建的密钥：Authorization: Bearer yxk_…',
        },
        ...(part === 'all'
          ? { token: { type: 'apiKey', in: 'header', name: 'token', description: '登录后的会话' } }
          : {}),
      },
    },
  }
}

function securityOf({ access, byKey }: Call, part: DocumentPart): object[] {
  const ways: object[] = byKey === true ? [{ key: [] }] : []
  if (part === 'open') return ways
  return access.who === 'public' ? [{}, ...ways] : [{ token: [] }, ...ways]
}

function operation(
  { domain, name, call }: NamedCall,
  part: DocumentPart,
  input: JsonSchema,
  output: JsonSchema,
): object {
  const { permission, also } = call.access
  const needs = [permission, also].filter((one) => one !== undefined).map((one) => permissionName(one))
  const notes = [
    needs.length === 0 ? '' : `需要权限：${needs.join('、')}。`,
    call.idempotent === true && call.ours !== true ? '建议带 idempotency-key：重复的请求只执行一次。' : '',
    call.perMinute === undefined ? '' : `每分钟最多 ${call.perMinute} 次。`,
  ].filter((note) => note !== '')
  return {
    operationId: `${domain}.${name}`,
    tags: [domain],
    summary: call.summary,
    ...(notes.length > 0 ? { description: notes.join('') } : {}),
    security: securityOf(call, part),
    'x-access': accessText(call.access),
    ...(call.ours === true && part === 'all' ? { 'x-ours': true } : {}),
    ...(call.idempotent === true ? { parameters: [idempotencyParameter(call)] } : {}),
    requestBody: {
      required: true,
      content: {
        [call.multipart === true ? 'multipart/form-data' : 'application/json']: {
          schema: input,
          ...(call.byKey === true
            ? { example: requestExample(`${domain}.${name}`, jsonSchemaOf(call.input, 'input')) }
            : {}),
        },
      },
    },
    responses: { 200: successOf(call, output), ...failuresOf(call) },
  }
}

const idempotencyParameter = ({ ours }: Call) => ({
  name: 'idempotency-key',
  in: 'header',
  required: ours === true,
  description: '这次提交的编号（8 至 100 个字符，如 UUID）：同一编号与内容只执行一次，再次请求得到第一次的答复',
  schema: { type: 'string', minLength: 8, maxLength: 100 },
})

const rateHeaders = {
  'ratelimit-limit': { description: '每分钟可调用的次数', schema: { type: 'integer' } },
  'ratelimit-remaining': { description: '这一分钟内剩余的次数', schema: { type: 'integer' } },
  'ratelimit-reset': { description: '重新计数前的秒数', schema: { type: 'integer' } },
}

function successOf(call: Call, content: JsonSchema): object {
  return {
    description: '成功',
    ...(call.byKey === true ? { headers: rateHeaders } : {}),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['code', 'message', 'content'],
          properties: {
            code: { const: 200, description: '成功' },
            message: { type: 'string', description: '空字符串' },
            content: content.description === undefined ? { ...content, description: '结果' } : content,
          },
        },
        ...(call.byKey === true
          ? {
              example: {
                code: 200,
                message: '',
                content: exampleOf(jsonSchemaOf(call.output, 'output'), 'output'),
              },
            }
          : {}),
      },
    },
  }
}

/** Failures of a call by HTTP status, each with its code. */
function failuresOf(call: Call): object {
  const names = [
    ...commonFailures,
    ...(call.byKey === true ? keyFailures : []),
    ...(call.access.who === 'public' ? [] : (['sessionInvalid'] as const)),
    ...(call.failures ?? []),
  ]
  const byStatus = Map.groupBy([...new Set(names)], (name) => httpStatus(failures[name].code))
  const responses = [...byStatus].toSorted(([a], [b]) => a - b).map(([status, those]) => [status, failureOf(those)])
  return Object.fromEntries(responses)
}

const failureOf = (names: readonly FailureName[]) => ({
  description: names.map((name) => `${failures[name].code} ${failures[name].message}`).join('；'),
  content: {
    'application/json': {
      schema: refTo('Failure'),
      examples: Object.fromEntries(
        names.map((name) => {
          const { code, message } = failures[name]
          return [name, { summary: `${code}`, value: { code, message, content: null } }]
        }),
      ),
    },
  },
})
