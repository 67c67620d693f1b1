import { filesCalls } from '../../src/contract/operations/files.ts'
import { signInCalls } from '../../src/contract/accounts/sign-in.ts'
import { verificationCalls } from '../../src/contract/accounts/verification.ts'
import { halfCookie, tokenCookie } from '../support/session-cookies.ts'
import { demoPassword, type Account } from '../support/accounts.ts'
import { clientAddress, postCall, signInAtOnce } from '../support/sign-in-load.ts'
import { storedHash } from '../support/data-keys.ts'
import { hostileFiles, type HostileFile } from '../support/hostile-files.ts'
import { passCodeInterval } from '../support/new-person.ts'
import type { Site } from '../support/site.ts'
import { plantCaptchas, querySite } from '../support/site-database.ts'
import { slowKinds, openSlowSocket } from '../support/slow-sockets.ts'
import type { Line } from './table.ts'

/** Limits, measured on the running product (quality figures 12, 15, 17). */

const addresses = 100
const from = (number: number) => ({ 'x-forwarded-for': clientAddress(number % addresses) })

async function countMessages({ url, databaseSocket }: Site): Promise<Line> {
  const mobile = '17312340001'
  const { path } = verificationCalls.mobileRegisterLoginCaptcha
  for (let minute = 0; minute < 20; minute += 1) {
    const captchas = await plantCaptchas(databaseSocket, 50)
    await Promise.all(
      captchas.map((captcha, index) =>
        postCall({ url }, { path, input: { mobile, ...captcha }, headers: from(minute * 50 + index) }),
      ),
    )
    await passCodeInterval(databaseSocket, mobile)
  }
  const hash = storedHash('outbox_messages.recipient', mobile)
  const rows = await querySite(databaseSocket, 'select id from outbox_messages where recipient_hash = $1', hash)
  const what = 'SMS sent of 1,000 wishes for one number, from 100 addresses within 20 minutes'
  return { what, figure: `${rows.length}` }
}

async function countGuesses({ url, databaseSocket }: Site): Promise<Line> {
  const { path } = signInCalls.login
  let judged = 0
  for (let round = 0; round < 10; round += 1) {
    const captchas = await plantCaptchas(databaseSocket, 50)
    const answers = await Promise.all(
      captchas.map((captcha, index) =>
        postCall(
          { url },
          {
            path,
            input: { loginName: 'seller3', password: `guess ${round} ${index}`, ...captcha },
            headers: from(round * 50 + index),
          },
        ),
      ),
    )
    judged += answers.filter(({ code }) => code === 1001).length
  }
  return { what: 'passwords tried of 500 guesses at one account, from 100 addresses', figure: `${judged}` }
}

async function countUploads(site: Site): Promise<Line> {
  const files = (await hostileFiles()).slice(0, 40)
  // Two users, because of the rate limit per user.
  const people = [await cookiesOf(site, 'buyer'), await cookiesOf(site, 'seller')]
  let active = 0
  for (const [index, file] of files.entries()) {
    const cookie = people[index % people.length] ?? ''
    const url = await uploadedFileUrl(site, cookie, file)
    if (url === undefined) continue
    const { headers } = await fetch(site.url + url, { headers: { cookie } })
    const disposition = headers.get('content-disposition') ?? ''
    const type = headers.get('content-type') ?? ''
    const harmless =
      headers.get('x-content-type-options') === 'nosniff' &&
      headers.get('content-security-policy')?.includes('sandbox') === true &&
      (disposition.startsWith('attachment') || /^image\/(png|jpeg|webp)$/.test(type))
    if (!harmless) active += 1
  }
  return { what: `active content served of ${files.length} hostile uploads`, figure: `${active}` }
}

async function cookiesOf(site: Site, loginName: Account): Promise<string> {
  const response = await fetch(`${site.url}/api${signInCalls.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'app-id': 'web' },
    body: JSON.stringify({ loginName, password: demoPassword }),
  })
  const lines = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return lines.filter((line) => line.startsWith(tokenCookie) || line.startsWith(halfCookie)).join('; ')
}

/** URL of an accepted upload; undefined for a refused one. */
async function uploadedFileUrl({ url }: Site, cookie: string, file: HostileFile): Promise<string | undefined> {
  const form = new FormData()
  form.append('purpose', file.purpose)
  form.append('file', new File([file.bytes], file.name, { type: file.type }))
  const token = new RegExp(`${tokenCookie}=([^;]+)`).exec(cookie)?.[1] ?? ''
  const headers = { 'app-id': 'web', token, cookie }
  const response = await fetch(`${url}/api${filesCalls.upload.path}`, { method: 'POST', body: form, headers })
  const envelope: unknown = await response.json()
  if (response.status === 429) throw new Error('Counted by the limit, not by what it is')
  const answer = filesCalls.upload.output.safeParse(contentOf(envelope))
  return answer.success ? answer.data.url : undefined
}

const contentOf = (envelope: unknown): unknown =>
  typeof envelope === 'object' && envelope !== null && 'content' in envelope ? envelope.content : undefined

async function measureSlowConnections({ url }: Site): Promise<Line> {
  const port = Number(new URL(url).port)
  const kinds = slowKinds.filter((kind) => kind !== 'reads nothing')
  const lasted = await Promise.all(
    Array.from({ length: 500 }, (_, number) => openSlowSocket(port, kinds[number % kinds.length] ?? 'silent', '/')),
  )
  return {
    what: 'the last of 500 slow connections is closed after',
    figure: `${(Math.max(...lasted) / 1000).toFixed(1)} s`,
  }
}

/** All measurements, on a site with one trusted proxy and a database socket. */
export async function measureLimits(site: Site): Promise<Line[]> {
  const { signedIn, grown, browsing } = await signInAtOnce(site, 200)
  if (signedIn < 200 || browsing.failed.length > 0) throw new Error(`Not all were answered: ${browsing.failed.join()}`)
  return [
    { what: 'memory that 200 logins at once take, all answered and pages besides', figure: `${Math.round(grown)} MB` },
    await measureSlowConnections(site),
    await countMessages(site),
    await countGuesses(site),
    await countUploads(site),
  ]
}
