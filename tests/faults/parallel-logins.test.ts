import { availableParallelism } from 'node:os'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { envelopeOf } from '../../src/contract/envelope.ts'
import { verifyPassword } from '../../src/server/session/passwords.ts'
import { browseSite, signInAtOnce } from '../support/sign-in-load.ts'
import { watchMemory } from '../support/memory.ts'
import { startSite, type Site } from '../support/site.ts'
import { slowKinds, openSlowSocket } from '../support/slow-sockets.ts'
import { root } from '../support/sources.ts'

/** Quality figure 17, against the built product in its own process. */

let site: Site
beforeAll(async () => {
  site = await startSite({ TRUST_PROXY: '1' })
  // What the first requests of a process load is no growth under load.
  await signInAtOnce(site, 10)
}, 120_000)
afterAll(() => site.remove())

test('200 parallel logins: all succeed, memory grows by less than 100 MB, browsing still responds', async () => {
  const { signedIn, other, grown, browsing } = await signInAtOnce(site, 200)
  expect(other).toEqual([])
  expect(signedIn).toBe(200)
  expect(grown).toBeLessThan(100)
  expect(browsing.failed).toEqual([])
  expect(browsing.answered).toBeGreaterThan(20)
})

test('beyond a queue of 200 password checks, logins are refused with a retry time', async () => {
  const checks = await Promise.allSettled(Array.from({ length: 300 }, () => verifyPassword(undefined, 'a guess')))
  const refused = checks.flatMap((check) => (check.status === 'rejected' ? [envelopeOf(check.reason)] : []))
  expect(refused).toHaveLength(300 - 200 - availableParallelism())
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([429]))
  expect(refused[0]?.message).toMatch(/^操作过于频繁（\d+ 秒后可再试）$/)
  expect(await verifyPassword(undefined, 'a guess')).toBe(false)
})

/** A file of the site that is large enough to fill the kernel's socket buffers. */
function largestFile(): string {
  const folder = join(root, 'dist/client/_astro')
  const [largest] = readdirSync(folder).toSorted(
    (a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size,
  )
  return `/_astro/${largest}`
}

test('closes 500 slow sockets within 15 s, and serves others meanwhile', async () => {
  const port = Number(new URL(site.url).port)
  const memory = watchMemory(site.process.pid ?? 0)
  const visitor = browseSite(site)
  const file = largestFile()
  const lasted = await Promise.all(
    // Sockets that read nothing fill megabytes of kernel buffers each: five of them suffice.
    Array.from({ length: 500 }, (_, number) => {
      const kind = number < 5 ? 'reads nothing' : (slowKinds[number % (slowKinds.length - 1)] ?? 'silent')
      return openSlowSocket(port, kind, file).then((ms) => ({ kind, ms }))
    }),
  )
  const browsing = await visitor.stop()
  const grown = memory.stop()
  expect(lasted.filter(({ ms }) => ms > 15_000)).toEqual([])
  expect(browsing.failed).toEqual([])
  expect(browsing.answered).toBeGreaterThan(20)
  expect(grown).toBeLessThan(100)
})
