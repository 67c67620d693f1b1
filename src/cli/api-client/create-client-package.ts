import type { Call } from '../../contract/call.ts'
import { contract } from '../../contract/contract.ts'
import { jsonSchemaOf, withFieldNotes, type JsonSchema } from '../../server/http/open-api/json-schema.ts'
import { shareSchemas } from '../../server/http/open-api/shared-schemas.ts'
import { webhookEvents } from '../../server/http/open-api/webhook-schemas.ts'
import { commentOf, typeOf } from './client-types.ts'
import { clientRuntime, clientRuntimeTypes } from './client-runtime.ts'

const packageName = 'portal-api-client'

const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Calls with a key, by domain. */
const domains = Object.entries(contract)
  .map(([domain, calls]) => ({
    domain,
    calls: Object.entries(calls)
      .map(([name, call]: [string, Call]) => ({ name, call }))
      .filter(({ call }) => call.byKey === true),
  }))
  .filter(({ calls }) => calls.length > 0)

/** Files of the client package by name: built from the contract alone, so equal contracts give equal files. */
export function createClientPackage(): Readonly<Record<string, string>> {
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'index.js': `${clientRuntime}\nconst paths = ${JSON.stringify(pathTable(), null, 2)}\n`,
    'index.d.ts': [clientTypes(), eventTypes(), clientRuntimeTypes].join('\n'),
    'README.md': readme,
  }
}

const manifest = {
  name: packageName,
  version: '1.0.0',
  type: 'module',
  main: './index.js',
  types: './index.d.ts',
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  engines: { node: '>=20' },
  files: ['index.js', 'index.d.ts', 'README.md'],
}

const pathTable = () =>
  Object.fromEntries(
    domains.map(({ domain, calls }) => [domain, Object.fromEntries(calls.map(({ name, call }) => [name, call.path]))]),
  )

function clientTypes(): string {
  const calls = domains.flatMap((each) => each.calls)
  const { schemas, components } = shareSchemas(
    calls.flatMap(({ name, call }) => [
      { name: `${name} request`, schema: withFieldNotes(jsonSchemaOf(call.input, 'input')) },
      { name, schema: withFieldNotes(jsonSchemaOf(call.output, 'output')) },
    ]),
  )
  const shared = Object.entries(components).map(([name, schema]) => declaration(name, schema))
  const own = calls.flatMap(({ name }, at) => [
    declaration(`${upper(name)}Input`, schemas[at * 2] ?? {}),
    declaration(`${upper(name)}Output`, schemas[at * 2 + 1] ?? {}),
  ])
  const groups = domains.map(({ domain, calls: those }) => {
    const methods = those.map(
      ({ name, call }) =>
        `${commentOf(call.summary, '    ')}    ${name}(input: ${upper(name)}Input, options?: CallOptions): Promise<${upper(name)}Output>`,
    )
    return `  readonly ${domain}: {\n${methods.join('\n')}\n  }`
  })
  return [...shared, ...own, `export interface Client {\n${groups.join('\n')}\n}\n`].join('\n')
}

const declaration = (name: string, schema: JsonSchema): string =>
  `${commentOf(schema.description)}export type ${name} = ${typeOf(schema)}\n`

function eventTypes(): string {
  const events = webhookEvents().map(({ topic, schema }) => ({
    name: `${topic.split('.').map(upper).join('')}Event`,
    schema,
  }))
  return [
    ...events.map(({ name, schema }) => declaration(name, schema)),
    `export type WebhookEvent = ${events.map(({ name }) => name).join(' | ')}\n`,
  ].join('\n')
}

const readme = `# ${packageName}

Typed calls with an API key, and the verification of webhooks. Written by \`npm run client\` from the contract.

\`\`\`ts
import { env } from 'node:process'
import { createClient, verifyWebhook } from '${packageName}'

const client = createClient({ baseUrl: 'https://www.example.cn/api', key: env.PORTAL_KEY ?? '' })
const { data } = await client.orders.buyerOrders({ keyword: 'PO-2026-00871' })

// In the handler of a webhook, with the body as text:
const event = verifyWebhook(env.PORTAL_WEBHOOK_SECRET ?? '', request.headers, body)
\`\`\`
`
