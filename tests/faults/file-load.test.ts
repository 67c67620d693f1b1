import { expect, onTestFinished, test } from 'vitest'
import { measureFileLoad } from '../support/file-load.ts'
import { startSite } from '../support/site.ts'

/**
 * Hostile and maximal files against the built product in its own process (quality figure 29). The bounds allow for a
 * machine busy with other tests; `npm run bench -- files` prints the figures.
 */
const [maxStopMs, maxGrowthMb] = [1_000, 450]

test('no file blocks the event loop or exhausts the memory', async () => {
  const site = await startSite({ DEMO: '1' })
  onTestFinished(() => site.remove())
  const figures = await measureFileLoad(site)
  const wrong = figures.filter(
    ({ stop, grown, codes }) => stop > maxStopMs || grown > maxGrowthMb || codes[500] !== undefined,
  )
  expect(wrong).toEqual([])
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
}, 300_000)
