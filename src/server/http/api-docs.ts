import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import { accessText } from '../../contract/access.ts'
import type { Call } from '../../contract/call.ts'
import { contract } from '../../contract/contract.ts'
import { failures, type FailureName } from '../../contract/failures.ts'
import { repeatSeconds } from '../platform/idempotency/run-once.ts'
import type { Config } from '../../config.ts'

/** JSON Schema of a contract schema. A file of a form is a binary string, as in OpenAPI. */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type !== 'custom' || zodSchema._zod.bag['Class'] !== File) return
      Object.assign(jsonSchema, { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' })
    },
  })

const pageStyle = `body{font:14px/22px system-ui,'PingFang SC','Microsoft YaHei','Noto Sans SC',sans-serif;color:#161c26;max-width:1000px;margin:32px auto;padding:0 16px}
h1{font-size:24px}h2{margin-top:40px;font-size:18px}details{border-bottom:1px solid #e4e8ed;padding:8px 0}summary{cursor:pointer;display:flex;gap:12px;align-items:baseline}
summary code{font-weight:600}summary span{color:#475264}pre{background:#f6f7f9;padding:12px;border-radius:6px;overflow:auto;max-height:480px}a{color:#1b56b0}`

const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const schemaText = (schema: z.ZodType, io: 'input' | 'output') => JSON.stringify(jsonSchemaOf(schema, io), null, 2)

const idempotencyNote = ({ ours }: Call) =>
  ours === true
    ? '需要 idempotency-key 请求头。'
    : `建议带 idempotency-key 请求头；不带时，${repeatSeconds} 秒内内容相同的请求只执行一次。`

function callEntry(name: string, call: Call) {
  const refusals = (call.failures ?? []).map((failure) => `${failures[failure].code} ${failures[failure].message}`)
  return html`<details id="${name}">
    <summary><code>${call.path}</code><span>${accessText(call.access)}</span><span>${call.summary}</span></summary>
    ${call.idempotent === true ? html`<p>${idempotencyNote(call)}</p>` : ''}
    <p>${call.multipart === true ? '请求（multipart/form-data）' : '请求'}</p>
    <pre>${schemaText(call.input, 'input')}</pre>
    <p>返回的 content</p>
    <pre>${schemaText(call.output, 'output')}</pre>
    ${refusals.length > 0 ? html`<p>拒绝：${refusals.join('；')}</p>` : ''}
  </details>`
}

let renderedPage: ReturnType<typeof renderApiDocs> | undefined
/** Human-readable API documentation: one page without script, rendered once. */
export const apiDocs = new Hono().get('/', (c) =>
  c.html((renderedPage ??= renderApiDocs()), 200, { 'content-security-policy': contentPolicy }),
)

function renderApiDocs() {
  const domains = Object.entries(contract).map(
    ([domain, calls]) =>
      html`<h2 id="${domain}">${domain}</h2>
        ${Object.entries(calls).map(([name, call]: [string, Call]) => callEntry(`${domain}.${name}`, call))}`,
  )
  return html`<!doctype html>
    <html lang="zh-CN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>API</title>
        <style>
          ${raw(pageStyle)}
        </style>
      </head>
      <body>
        <h1>API</h1>
        <p>
          POST /api + 路径，JSON 请求，返回 { code, message, content }。金额单位为分，时间为 ISO 8601。机器可读：<a
            href="/api/openapi.json"
            >openapi.json</a
          >
        </p>
        ${domains}
      </body>
    </html>`
}

const commonFailures: readonly FailureName[] = ['invalidInput', 'tooMany', 'serverError', 'busy', 'unavailable']

/** The contract as an OpenAPI 3.1 document. */
export function openapiDocument(config: Pick<Config, 'siteUrl'>): object {
  const paths = Object.entries(contract).flatMap(([domain, calls]) =>
    Object.entries(calls).map(([name, call]: [string, Call]) => [call.path, { post: operation(domain, name, call) }]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: '药械研发服务平台 API',
      version: '1.0.0',
      description: 'POST JSON（上传文件为 multipart/form-data），返回 { code, message, content }。金额单位为分。',
    },
    servers: [{ url: `${config.siteUrl}/api` }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
    },
  }
}

function operation(domain: string, name: string, call: Call): object {
  const shared = {
    operationId: `${domain}.${name}`,
    tags: [domain],
    security: call.access.who === 'public' ? [] : [{ token: [] }],
    'x-access': accessText(call.access),
  }
  return {
    ...shared,
    summary: call.summary,
    ...(call.ours === true ? { 'x-ours': true } : {}),
    ...(call.idempotent === true
      ? {
          parameters: [
            { name: 'idempotency-key', in: 'header', required: call.ours === true, schema: { type: 'string' } },
          ],
        }
      : {}),
    requestBody: { required: true, content: { [bodyType(call)]: { schema: jsonSchemaOf(call.input, 'input') } } },
    responses: {
      200: { description: '成功', content: { 'application/json': { schema: envelopeOf(call) } } },
      default: {
        description: [...commonFailures, ...(call.failures ?? [])]
          .map((f) => `${failures[f].code} ${failures[f].message}`)
          .join('；'),
      },
    },
  }
}

const envelopeOf = (call: Call) => ({
  type: 'object',
  required: ['code', 'message', 'content'],
  properties: { code: { const: 200 }, message: { type: 'string' }, content: jsonSchemaOf(call.output, 'output') },
})

const bodyType = (call: Call) => (call.multipart === true ? 'multipart/form-data' : 'application/json')
