import { beforeAll, expect, test } from 'vitest'
import { filesCalls, type Uploaded } from '../../src/contract/operations/files.ts'
import { contentPolicies } from '../../src/server/http/security-headers.ts'
import { accounts } from '../support/accounts.ts'
import { origin } from '../support/app.ts'
import { signInAs, contentOf, envelope, visitor, type Client } from '../support/client.ts'
import { hostileFiles, type HostileFile } from '../support/hostile-files.ts'
import { watchMemory } from '../support/memory.ts'
import { gradient } from '../support/uploads.ts'
import { appForFile } from '../support/fixtures.ts'

/** Hostile uploads (quality figure 15). */

/** Maximum growth of the process in megabytes over all of them; one decoded bomb would take more. */
const bound = 400
const uploaded = filesCalls.upload.output

const app = appForFile()
let people: Client[]
let files: HostileFile[]
beforeAll(async () => {
  people = await Promise.all(accounts.map((account) => signInAs(app, account)))
  files = await hostileFiles()
  // Warm-up, so that libraries are loaded.
  contentOf(
    await (
      await signInAs(app, 'buyer')
    ).upload('avatar', new File([new Uint8Array(await gradient(2_000, 2_000))], 'a.jpg')),
  )
})

const get = (client: Client, url: string) =>
  app.fetch(
    new Request(origin + url, {
      headers: { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    }),
  )

/** Raw bytes of a form with unescaped names, which FormData would escape. */
function rawForm({ name, bytes, type, purpose }: HostileFile): [Uint8Array<ArrayBuffer>, Record<string, string>] {
  const body = Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="purpose"\r\n\r\n${purpose}\r\n`),
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ])
  return [new Uint8Array(body), { 'content-type': 'multipart/form-data; boundary=b' }]
}

/** Errors in how an accepted file is served; empty if none of it can run. */
async function faultsOf(client: Client, file: HostileFile, { url, name, contentType }: Uploaded): Promise<string[]> {
  const response = await get(client, url)
  const bytes = Buffer.from(await response.arrayBuffer())
  const { headers } = response
  const picture = contentType.startsWith('image/')
  const disposition = headers.get('content-disposition') ?? ''
  const checks: readonly [string, boolean][] = [
    ['not served', response.status === 200],
    ['another type', headers.get('content-type') === contentType && contentType === file.kept],
    ['an active type', !/html|svg|xml(?!formats)|javascript|swf/.test(contentType)],
    ['not in a sandbox', headers.get('content-security-policy') === contentPolicies.file],
    ['shown', disposition.startsWith(picture ? 'inline;' : 'attachment;')],
    ['stored by others', headers.get('cache-control') === 'private, no-store'],
    ['the payload survived', !picture || !bytes.includes('alert')],
    ['a bad name', !/[/\\\p{Cc}\p{Cf}"<>]/u.test(name) && [...name].length <= 100 && /^[^.].*\.[a-z]+$/.test(name)],
    ['more headers', [...headers.keys()].every((header) => header !== 'set-cookie')],
  ]
  return checks.flatMap(([what, holds]) => (holds ? [] : [`${file.what}: ${what}`]))
}

test('hostile files are refused, or harmless when served', async () => {
  expect(files.length).toBeGreaterThanOrEqual(40)
  const memory = watchMemory(process.pid)
  const wrong: string[] = []
  for (const [index, file] of files.entries()) {
    const form = new FormData()
    form.append('purpose', file.purpose)
    form.append('file', new File([file.bytes], file.name, { type: file.type }))
    // Users in turn, because of the upload rate limit.
    const client = people[index % people.length] ?? visitor(app)
    for (const [body, headers] of [[form, {}] as const, rawForm(file)]) {
      const { code, content } = await envelope(await client.post('/files/upload', body, headers))
      if (code === 200) wrong.push(...(await faultsOf(client, file, uploaded.parse(content))))
      else if (file.kept !== undefined && body === form) wrong.push(`${file.what}: refused with ${code}`)
      else if (![400, 1060, 1061, 1062, 1094, 1095].includes(code)) wrong.push(`${file.what}: answered ${code}`)
    }
  }
  expect(wrong).toEqual([])
  expect(memory.stop()).toBeLessThan(bound)
})

test('cuts off ten parallel uploads of 30 MB without a length at the form limit', async () => {
  const memory = watchMemory(process.pid)
  let sent = 0
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(120))
      },
    })
  const send = (client: Client) => {
    const headers = {
      'content-type': 'multipart/form-data; boundary=b',
      token: client.cookies.get('token') ?? '',
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    // A stream as body requires `duplex`, which the browser's types lack.
    const init: RequestInit & { readonly duplex: 'half' } = {
      method: 'POST',
      body: endless(),
      duplex: 'half',
      headers,
    }
    return app.fetch(new Request(`${origin}/api/files/upload`, init))
  }
  const answers = await Promise.all(people.map(send))
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 413))
  expect(sent).toBeLessThan(people.length * 27 * 1024 * 1024)
  expect(memory.stop()).toBeLessThan(bound)
})

test('refuses forms of ten thousand parts, empty forms and malformed ones', async () => {
  const [client = visitor(app)] = people
  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  for (const body of [
    `${Array.from({ length: 10_000 }, (_, index) => part(`n${index}`)).join('')}--b--\r\n`,
    `${part('__proto__').repeat(100)}${part('purpose')}${part('file')}--b--\r\n`,
    '--b--\r\n',
    '',
    part('file'),
    '--b\r\n\r\n\r\n--b--\r\n',
    '\u0000'.repeat(10_000),
  ]) {
    expect((await envelope(await client.post('/files/upload', body, headers))).code).toBe(400)
  }
  const nowhere = { 'content-type': 'multipart/form-data' }
  expect((await envelope(await client.post('/files/upload', '--b--', nowhere))).code).toBe(400)
})

test('licences are accessible to their company and to operators who review only', async () => {
  const owner = await signInAs(app, 'buyer')
  const profileOf = async (client: Client) => contentOf(await client.api.accounts.profile({}))
  const { companyId } = await profileOf(owner)
  const picture = new File([new Uint8Array(await gradient(600, 400))], '执照.jpg')
  const { url } = contentOf(await owner.upload('licence', picture))
  const seen: Record<string, number> = {}
  const expected: Record<string, number> = { nobody: 404 }
  for (const [index, account] of accounts.entries()) {
    const client = people[index] ?? visitor(app)
    seen[account] = (await get(client, url)).status
    expected[account] =
      ['ops', 'reviewer'].includes(account) || (await profileOf(client)).companyId === companyId ? 200 : 404
  }
  seen.nobody = (await get(visitor(app), url)).status
  expect(seen).toEqual(expected)
  expect(Object.values(expected).filter((status) => status === 404).length).toBeGreaterThan(4)
})

test('the server still responds', async () => {
  expect((await app.fetch(new Request(`${origin}/readyz`))).status).toBe(200)
  const [client = visitor(app)] = people
  const good = new File([new Uint8Array(await gradient(600, 400))], 'a.jpg')
  expect(contentOf(await client.upload('logo', good)).contentType).toBe('image/webp')
})
