import { expect, onTestFinished, test } from 'vitest'
import { fileLoad } from '../support/file-load.ts'
import { startSite } from '../support/site.ts'

/**
 * Hostile and maximal files against the built product in a process of its own (quality figure 29). The bounds leave
 * room for a machine busy with other tests; `npm run bench -- files` prints the figures.
 */
const [mostStop, mostGrown] = [1_000, 450]

test('no file stops the event loop or takes the memory', async () => {
  const site = await startSite({ DEMO: '1' })
  onTestFinished(() => site.remove())
  const figures = await fileLoad(site)
  const wrong = figures.filter(
    ({ stop, grown, codes }) => stop > mostStop || grown > mostGrown || codes[500] !== undefined,
  )
  expect(wrong).toEqual([])
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
}, 300_000)
