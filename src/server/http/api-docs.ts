import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { z } from 'zod'
import { accessText } from '../../contract/access.ts'
import type { Call } from '../../contract/call.ts'
import { contract } from '../../contract/contract.ts'
import { failures } from '../../contract/failures.ts'
import { repeatSeconds } from '../platform/idempotency/run-once.ts'
import { jsonSchemaOf } from './open-api/json-schema.ts'

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
