import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { filesCalls } from '../../src/contract/operations/files.ts'
import { allocatorSettings, measureFileLoad } from '../support/file-load.ts'
import { startSite } from '../support/site.ts'

/**
 * Hostile and maximal files against the built product in its own process (quality figure 29). The bounds allow for a
 * machine busy with other tests; `npm run bench -- files` prints the figures.
 */
const [maxStopMs, maxGrowthMb] = [1_000, 300]

test('no file blocks the event loop or exhausts the memory', async () => {
  const first = await startSite({ DEMO: '1' })
  onTestFinished(() => first.remove())
  await first.stop()
  const start = () => startSite({ DEMO: '1', DATA_DIR: first.dataDir, ...allocatorSettings })
  // Fewer at once than the bench sends: what one of them adds does not depend on how many wait.
  const figures = await measureFileLoad(start, { sheets: 6, pdfs: 30 })
  const wrong = figures.filter(
    ({ stop, grown, codes, readiness }) =>
      stop > maxStopMs || grown > maxGrowthMb || codes[500] !== undefined || readiness !== 200,
  )
  expect(wrong).toEqual([])
}, 300_000)

test('a client that is still sending sees why its upload was refused', async () => {
  const site = await startSite({ DEMO: '1' })
  onTestFinished(() => site.remove())
  const bytes = new Uint8Array(20 * 1024 * 1024)
  const send = async () => {
    const body = new FormData()
    body.append('purpose', 'attachment')
    body.append('file', new File([bytes], '报告.pdf'))
    const headers = { 'app-id': 'web', connection: 'close' }
    const response = await fetch(`${site.url}/api${filesCalls.upload.path}`, { method: 'POST', body, headers })
    const { code } = z.looseObject({ code: z.int() }).parse(await response.json())
    return code
  }
  const codes = await Promise.all(
    Array.from({ length: 60 }, () => send().catch((failure: Error) => failure.cause ?? failure)),
  )
  expect(codes.filter((code) => code !== 600 && code !== 429)).toEqual([])
})
