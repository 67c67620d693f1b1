import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newClient, type Body, type Client, type Envelope, type Hosts } from './client.ts'
import type { Person, Stage, Step } from './step.ts'
import { accountsSteps } from './steps/accounts.ts'
import { catalogueSteps } from './steps/catalogue.ts'
import { chatSteps } from './steps/chat.ts'
import { companySteps } from './steps/company.ts'
import { contentSteps } from './steps/content.ts'
import { demandsSteps } from './steps/demands.ts'
import { ordersSteps } from './steps/orders.ts'
import { projectsSteps } from './steps/projects.ts'
import { referenceSteps } from './steps/reference.ts'
import { rolesSteps } from './steps/roles.ts'
import { shopsSteps } from './steps/shops.ts'
import { at, missingNames } from './wire.ts'

/** All steps in order: later ones use the results of earlier ones. */
const steps: readonly Step[] = [
  referenceSteps,
  accountsSteps,
  companySteps,
  rolesSteps,
  shopsSteps,
  catalogueSteps,
  demandsSteps,
  ordersSteps,
  chatSteps,
  contentSteps,
  projectsSteps,
].flat()

/** The 183 calls of the specification's section 7, with their domains. */
export const specifiedCalls = readFileSync(join(import.meta.dirname, '../rules/spec/calls.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [domain = '', path = ''] = line.split('\t')
    return { domain, path }
  })

/** Result of a call of the specification over all its steps. */
export interface Verdict {
  readonly domain: string
  readonly path: string
  readonly driven: number
  /** Refused because this run cannot read captchas. */
  readonly refused: number
  readonly faults: readonly string[]
}

export interface Options {
  readonly hosts: Hosts
  /** Creates an image captcha with a known answer; without it, steps that need captchas are refused. */
  readonly captcha?: () => Promise<Body>
}

const password = 'Demo@2026'
/** A picture without recognizable text. */
const picture = readFileSync(join(import.meta.dirname, 'picture.png'))

/** Runs all steps against a running product with demo data. */
export async function runConformance(options: Options): Promise<Verdict[]> {
  const people = new Map<Person, Client>()
  const stage = stageOf(options)
  const byPath = new Map<string, { driven: number; refused: number; faults: string[] }>()
  for (const step of steps) {
    const counted = byPath.get(step.path) ?? { driven: 0, refused: 0, faults: [] }
    byPath.set(step.path, counted)
    counted.driven += 1
    const outcome = await play(step, { options, people, stage }).catch((thrown: unknown) => String(thrown))
    if (outcome === 'refused') counted.refused += 1
    else if (outcome !== undefined) counted.faults.push(`${step.as}: ${outcome}`)
  }
  return specifiedCalls.map(({ domain, path }) => {
    const counted = byPath.get(path) ?? { driven: 0, refused: 0, faults: [] }
    const faults = counted.driven === 0 ? ['never driven'] : counted.faults
    return { domain, path, ...counted, faults }
  })
}

interface Cast {
  readonly options: Options
  readonly people: Map<Person, Client>
  readonly stage: ReturnType<typeof stageOf>
}

/** Error of a step's response; `refused` if a captcha prevented it. */
async function play(step: Step, cast: Cast): Promise<string | undefined> {
  const client = await personOf(step.as, cast)
  const { code, message, content } = await answerOf(step, client, cast.stage)
  const { codes = [200], names = [], saveAs = {}, captcha, check } = step
  if (captcha === true && cast.options.captcha === undefined && code !== 200 && code !== 500) return 'refused'
  if (!codes.includes(code)) return `${code} ${message} ${JSON.stringify(content)?.slice(0, 200)}`
  if (code !== 200) return undefined
  for (const [name, place] of Object.entries(saveAs)) cast.stage.keep(name, at(content, place))
  const missing = missingNames(content, names)
  if (missing.length > 0) return `no ${missing.join(', ')} in ${JSON.stringify(content)?.slice(0, 300)}`
  return check?.(content, cast.stage)
}

async function answerOf({ path, send, upload }: Step, client: Client, stage: Stage): Promise<Envelope> {
  if (upload === undefined) return client.call(path, (await send?.(stage)) ?? {})
  const form = new FormData()
  form.append('purpose', upload)
  form.append('file', new File([picture], 'picture.png', { type: 'image/png' }))
  return client.upload(path, form)
}

/** Demo users sign in at their first step; the others register in a step. */
async function personOf(person: Person, { options: { hosts }, people }: Cast): Promise<Client> {
  const known = people.get(person)
  if (known !== undefined) return known
  const client = newClient(hosts)
  people.set(person, client)
  if (person === 'visitor' || person.startsWith('new')) return client
  const { code, message } = await client.call('/user-center/user/login', { loginName: person, password })
  if (code !== 200) throw new Error(`${person} cannot sign in: ${code} ${message}`)
  return client
}

const day = 86_400_000

function stageOf({ hosts, captcha }: Options): Stage & { keep: (name: string, value: unknown) => void } {
  const kept = new Map<string, unknown>()
  const value = (name: string) => {
    const found = kept.get(name)
    if (found === undefined || found === null) throw new Error(`an earlier step kept no ${name}`)
    return found
  }
  const run = Date.now().toString(36)
  const numbers = `1${7 + Math.floor(Math.random() * 2)}1${String(Date.now()).slice(-7)}`
  return {
    run,
    keep: (name, found) => void kept.set(name, found),
    number: (name) => Number(value(name)),
    text: (name) => String(value(name)),
    captcha: async () => (await captcha?.()) ?? { captchaId: 'unread', captcha: 'AAAA' },
    codeTo: (recipient) => codeTo(hosts, recipient),
    moment: (days) => new Date(Date.now() + days * day).toISOString(),
    weekday: (days) => weekday(days),
    mobile: (digit) => `${numbers}${digit}`,
  }
}

function weekday(days: number): string {
  const date = new Date(Date.now() + days * day)
  return [0, 6].includes(date.getUTCDay()) ? weekday(days + 1) : date.toISOString().slice(0, 10)
}

async function codeTo(hosts: Hosts, recipient: string): Promise<string> {
  const { content } = await newClient(hosts).call('/demo/outbox/list', { recipient })
  const code = at(content, 'data[0].code')
  return typeof code === 'string' && code !== '' ? code : '000000'
}
