import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFailed } from 'vitest'
import { root } from './sources.ts'
import type { Visitor } from './browser.ts'

/** Saves screenshots of all visitors when the running test fails, in tests/journeys/results. */
export function saveScreenshotsOnFailure(people: Readonly<Record<string, Visitor>>): void {
  const folder = join(root, 'tests/journeys/results')
  const file = basename(expect.getState().testPath ?? '', '.test.ts')
  onTestFailed(async () => {
    mkdirSync(folder, { recursive: true })
    for (const [name, { page }] of Object.entries(people)) {
      await page.screenshot({ path: join(folder, `${file}-${name}.png`), fullPage: true }).catch(() => undefined)
    }
  })
}
