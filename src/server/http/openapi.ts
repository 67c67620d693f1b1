import type { Config } from '../../config.ts'
import { contract } from '../../contract/contract.ts'
import type { Call } from '../../contract/call.ts'
import { failures, type FailureName } from '../../contract/failures.ts'
import { schemaOf } from './json-schema.ts'

const everyCallFails: readonly FailureName[] = ['invalidInput', 'tooMany', 'serverError', 'busy', 'unavailable']

/** The contract as an OpenAPI 3.1 document. */
export function openapi(config: Pick<Config, 'siteUrl'>): object {
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
  const who = `${call.access.who}${call.access.permission === undefined ? '' : `:${call.access.permission}`}`
  const shared = {
    operationId: `${domain}.${name}`,
    tags: [domain],
    security: call.access.who === 'public' ? [] : [{ token: [] }],
    'x-access': who,
  }
  return {
    ...shared,
    summary: call.summary,
    ...(call.ours === true ? { 'x-ours': true } : {}),
    ...(call.idempotent === true
      ? { parameters: [{ name: 'idempotency-key', in: 'header', required: true, schema: { type: 'string' } }] }
      : {}),
    requestBody: { required: true, content: { [bodyType(call)]: { schema: schemaOf(call.input, 'input') } } },
    responses: {
      200: { description: '成功', content: { 'application/json': { schema: envelopeOf(call) } } },
      default: {
        description: [...everyCallFails, ...(call.failures ?? [])]
          .map((f) => `${failures[f].code} ${failures[f].message}`)
          .join('；'),
      },
    },
  }
}

const envelopeOf = (call: Call) => ({
  type: 'object',
  required: ['code', 'message', 'content'],
  properties: { code: { const: 200 }, message: { type: 'string' }, content: schemaOf(call.output, 'output') },
})

const bodyType = (call: Call) => (call.multipart === true ? 'multipart/form-data' : 'application/json')
