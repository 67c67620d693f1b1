import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startSite } from '../support/site.ts'

/** Parts that no other text of the product has: the structure as it was sent, and canonical. */
const traces = ['OCCCN2CCSCC2', 'N1CCSCC1', 'FC(F)(F)c1cc(Br)']
const query = 'FC(F)(F)c1cc(Br)c(OCCCN2CCSCC2)c(I)c1'

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

test('a structure that somebody searches for is in no log and in no file', { timeout: 180_000 }, async () => {
  const site = await startSite({ LOG_LEVEL: 'trace' })
  try {
    const logged: string[] = []
    for (const stream of [site.process.stdout, site.process.stderr])
      stream?.on('data', (data: Buffer) => logged.push(data.toString()))
    const send = async (path: string, body: string) => {
      const response = await fetch(`${site.url}/api/fmall/product/structure/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'app-id': 'web' },
        body,
      })
      return response.status
    }
    const ask = (more: object) => send('search', JSON.stringify({ structure: query, ...more }))
    expect(await ask({ mode: 'exact' })).toBe(200)
    expect(await ask({ mode: 'substructure' })).toBe(200)
    expect(await ask({ mode: 'similar' })).toBe(200)
    expect(await send('read', JSON.stringify({ structure: query }))).toBe(200)
    // Refused for its fields, for what it is, for its form, and for its length.
    expect(await ask({ mode: 'wrong' })).toBe(400)
    expect(await ask({ unknown: query })).toBe(400)
    expect(await send('search', JSON.stringify({ structure: `${query}(` }))).toBe(422)
    expect(await send('search', `{"structure":"${query}`)).toBe(400)
    expect(await send('search', JSON.stringify({ structure: query.repeat(20_000) }))).toBe(413)
    // Out of time: the thread is replaced.
    expect(await send('search', JSON.stringify({ structure: query + 'C1CC1'.repeat(300) }))).toBe(422)
    for (let tries = 0; tries < 40; tries += 1) await ask({ mode: 'exact' })
    expect(await ask({ mode: 'exact' })).toBe(429)
    // Counts and refusals are written together after some seconds.
    await setTimeout(12_000)
    await site.stop()
    const text = logged.join('')
    expect(text.length).toBeGreaterThan(0)
    expect(traces.filter((trace) => text.includes(trace))).toEqual([])
    for (const path of filesBelow(site.dataDir)) {
      const bytes = readFileSync(path)
      expect(
        traces.filter((trace) => bytes.includes(trace)),
        path,
      ).toEqual([])
    }
  } finally {
    await site.remove()
  }
})
