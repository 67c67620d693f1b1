import { availableParallelism } from 'node:os'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { envelopeOf } from '../../src/contract/envelope.ts'
import { passwordFits } from '../../src/server/session/passwords.ts'
import { browse, signInAtOnce } from '../support/crowd.ts'
import { watchMemory } from '../support/memory.ts'
import { startSite, type Site } from '../support/site.ts'
import { slowKinds, slowSocket } from '../support/slow-sockets.ts'
import { root } from '../support/sources.ts'

/** Quality, figure 17, against the built product as a process of its own. */

let site: Site
beforeAll(async () => {
  site = await startSite({ TRUST_PROXY: '1' })
}, 120_000)
afterAll(() => site.remove())

test('200 parallel logins: all get in, memory grows under 100 MB, browsing stays answered', async () => {
  const { signedIn, other, grown, browsing } = await signInAtOnce(site, 200)
  expect(other).toEqual([])
  expect(signedIn).toBe(200)
  expect(grown).toBeLessThan(100)
  expect(browsing.failed).toEqual([])
  expect(browsing.answered).toBeGreaterThan(20)
})

test('beyond a line of 200 whose passwords are being checked, people are told when to come again', async () => {
  const checks = await Promise.allSettled(Array.from({ length: 300 }, () => passwordFits(undefined, 'a guess')))
  const refused = checks.flatMap((check) => (check.status === 'rejected' ? [envelopeOf(check.reason)] : []))
  expect(refused).toHaveLength(300 - 200 - availableParallelism())
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([429]))
  expect(refused[0]?.message).toMatch(/^操作过于频繁（\d+ 秒后可再试）$/)
  expect(await passwordFits(undefined, 'a guess')).toBe(false)
})

/** A file of the site that is long enough to fill what the kernel keeps. */
function largestFile(): string {
  const folder = join(root, 'dist/client/_astro')
  const [largest] = readdirSync(folder).toSorted(
    (a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size,
  )
  return `/_astro/${largest}`
}

test('500 slow sockets are closed within 15 s, and people are served meanwhile', async () => {
  const port = Number(new URL(site.url).port)
  const memory = watchMemory(site.process.pid ?? 0)
  const visitor = browse(site)
  const file = largestFile()
  const lasted = await Promise.all(
    // Those that read nothing make the kernel hold megabytes each: five of them say it.
    Array.from({ length: 500 }, (_, number) => {
      const kind = number < 5 ? 'reads nothing' : (slowKinds[number % (slowKinds.length - 1)] ?? 'silent')
      return slowSocket(port, kind, file).then((ms) => ({ kind, ms }))
    }),
  )
  const browsing = await visitor.stop()
  const grown = memory.stop()
  expect(lasted.filter(({ ms }) => ms > 15_000)).toEqual([])
  expect(browsing.failed).toEqual([])
  expect(browsing.answered).toBeGreaterThan(20)
  expect(grown).toBeLessThan(100)
})
