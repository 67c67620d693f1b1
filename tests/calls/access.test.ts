import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { failures, type FailureName } from '../../src/contract/failures.ts'
import { apiKeyPermissions } from '../../src/domain/accounts/api-keys.ts'
import { keyOf } from '../support/scenes/accounts/keys.ts'
import type { Account } from '../support/accounts.ts'
import { accessName, allCalls, type NamedCall } from '../support/all-calls.ts'
import { contentOf, signInAs, envelope, visitor, type Client } from '../support/client.ts'
import { appForFile } from '../support/fixtures.ts'

/** Properties of each person in the matrix, defined independently of the server. */
interface Person {
  readonly signedIn: boolean
  readonly company: boolean
  readonly shop: boolean
  /** Holds all permissions of their company. */
  readonly owner: boolean
  readonly service: boolean
  readonly operator: boolean
  /** What the operator's role permits, written out; an administrator's permits everything. */
  readonly operates?: readonly string[]
}
const nobody: Person = { signedIn: false, company: false, shop: false, owner: false, service: false, operator: false }
const person: Person = { ...nobody, signedIn: true }
const member: Person = { ...person, company: true }
const people = {
  anonymous: nobody,
  /** A sensor that presents its credential as a token. */
  sensor: nobody,
  person,
  sub: member,
  buyer: { ...member, owner: true },
  buyer2: { ...member, owner: true },
  seller: { ...member, owner: true, shop: true },
  service: { ...person, service: true },
  ops: { ...person, operator: true },
  reviewer: { ...person, operator: true, operates: ['review', 'records'] },
  editor: { ...person, operator: true, operates: ['edit'] },
  support: { ...person, operator: true, operates: ['receive', 'records', 'view'] },
  finance: { ...person, operator: true, operates: ['trade', 'records'] },
  risk: { ...person, operator: true, operates: ['trade', 'records', 'view', 'restrict', 'moderate', 'audit'] },
} as const satisfies Partial<Record<Account, Person>> & { anonymous: Person; sensor: Person }
type Who = keyof typeof people
const everybody: readonly Who[] = [
  ...(['anonymous', 'sensor', 'person', 'sub', 'buyer', 'buyer2', 'seller', 'service', 'ops'] as const),
  ...(['reviewer', 'editor', 'support', 'finance', 'risk'] as const),
]

/** Calls that a program may make with a key, from the reviewed list. */
const byKey = new Set(
  readFileSync(new URL('../rules/spec/keys.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('\tkey'))
    .map((line) => line.split('\t')[0] ?? ''),
)

/** Reviewed list of the access to each call: a call that is missing has no expectation and fails. */
const reviewed = new Map(
  readFileSync(new URL('../rules/spec/access.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): [string, string] => {
      const [name = '', word = ''] = line.split('\t')
      return [name, word]
    }),
)

/** Expected refusal of a person at a call, or `in`. */
function expected(
  word: string,
  { signedIn, company, shop, owner, service, operator, operates }: Person,
): FailureName | 'in' {
  const [who, permission] = word.split(':')
  if (who === 'public') return 'in'
  if (!signedIn) return 'sessionInvalid'
  if (who === 'service') return service ? 'in' : 'forbidden'
  if (who === 'operator') {
    if (!operator) return 'forbidden'
    return permission === undefined || operates === undefined || operates.includes(permission)
      ? 'in'
      : 'operatorForbidden'
  }
  if (who === 'company' || who === 'seller') {
    if (!company) return 'notCertified'
    if (who === 'seller' && !shop) return 'notSeller'
  } else if (who !== 'user') throw new Error(`Nobody knows what "${word}" means`)
  // People without a company need no permission.
  return permission === undefined || owner || (who === 'user' && !company) ? 'in' : 'forbidden'
}

const refusals = (
  ['apiKeyCall', 'sessionInvalid', 'forbidden', 'operatorForbidden', 'notCertified', 'notSeller'] as const
).map((name) => ({
  name,
  code: failures[name].code,
}))

/** Actual refusal, or `in` for any other response to an empty input. */
async function met(client: Client, { call }: NamedCall, want: string): Promise<FailureName | 'in'> {
  const { code } = await envelope(await client.post(call.path, '{}'))
  const refusal = refusals.find((each) => each.code === code)
  // A call may throw the same failure for its own reasons.
  const own = want === 'in' && refusal !== undefined && call.failures?.includes(refusal.name)
  return refusal === undefined || own ? 'in' : refusal.name
}

const app = appForFile()

/** Calls with the credential of a sensor in place of a session token. */
async function sensorClient(): Promise<Client> {
  const buyer = await signInAs(app, 'buyer')
  const { secret } = contentOf(await buyer.api.orders.buyerSensorCreate({ name: 'T-01' }))
  const client = visitor(app)
  return { ...client, post: (path, body) => client.post(path, body, { token: secret, 'app-id': 'open' }) }
}
const clients = new Map<Who, Client>()
beforeAll(async () => {
  for (const who of everybody)
    clients.set(
      who,
      who === 'anonymous' ? visitor(app) : who === 'sensor' ? await sensorClient() : await signInAs(app, who),
    )
})

test('every call has an expectation, and every expectation a call', () => {
  const now = allCalls.map(({ name, call }) => `${name}\t${accessName(call)}`)
  const then = [...reviewed].map(([name, word]) => `${name}\t${word}`)
  expect(
    now.toSorted(),
    'review who may make these calls, then write the lines into tests/rules/spec/access.txt',
  ).toEqual(then.toSorted())
})

// A call that ends the caller's session would make later calls anonymous.
const endsSession = new Set(['accounts.logout'])

describe.each(everybody.map((who) => ({ who })))('$who', ({ who }) => {
  const calls = allCalls.toSorted((a, b) => Number(endsSession.has(a.name)) - Number(endsSession.has(b.name)))
  test('is admitted or refused as the access of every call says', async () => {
    const client = clients.get(who)
    if (client === undefined) throw new Error(`${who} is not signed in`)
    const wrong: string[] = []
    for (const named of calls) {
      const word = reviewed.get(named.name)
      const want = word === undefined ? 'an expectation in tests/rules/spec/access.txt' : expected(word, people[who])
      const got = await met(client, named, want)
      if (got !== want) wrong.push(`${named.name} (${word ?? accessName(named.call)}): ${got}, expected ${want}`)
    }
    expect(wrong).toEqual([])
  })
})

/** Programs with keys: of the owner of a shop with all permissions, of a buyer, and with one permission only. */
const programs = [
  { who: 'seller', shop: true, permissions: apiKeyPermissions },
  { who: 'buyer', shop: false, permissions: apiKeyPermissions },
  { who: 'seller', shop: true, permissions: ['my_orders'] },
] as const

/** Expected refusal of a program at a call, or `in`. */
function expectedByKey(name: string, word: string, shop: boolean, held: readonly string[]): FailureName | 'in' {
  if (!byKey.has(name)) return 'apiKeyCall'
  const [who, needed = ''] = word.split(':')
  if (who === 'seller' && !shop) return 'notSeller'
  return needed.split('+').every((permission) => permission === '' || held.includes(permission)) ? 'in' : 'forbidden'
}

describe.each(programs)('a program with $permissions of $who', ({ who, shop, permissions }) => {
  test('is admitted or refused as the reviewed lists say', async () => {
    const giver = await signInAs(app, who)
    const wrong: string[] = []
    let { client } = await keyOf(app, giver, permissions)
    for (const [at, named] of allCalls.entries()) {
      // A key has a limit over all its calls.
      if (at === 400) ({ client } = await keyOf(app, giver, permissions))
      const want = expectedByKey(named.name, reviewed.get(named.name) ?? '', shop, permissions)
      const got = await met(client, named, want)
      if (got !== want) wrong.push(`${named.name}: ${got}, expected ${want}`)
    }
    expect(wrong).toEqual([])
  })
})
