import { beforeEach, onTestFailed } from 'vitest'
import type { Visitor } from './browser.ts'
import { saveScreenshotsOnFailure } from './failure-screenshots.ts'

/**
 * The tests of a file are steps of one journey: after one that failed the others are skipped, since they would fail for
 * its reason. `people` are the visitors to take screenshots of when a step fails.
 */
export function runAsSteps(people?: () => Readonly<Record<string, Visitor>>): void {
  let isBroken = false
  beforeEach((step) => {
    step.skip(isBroken, 'an earlier step failed')
    if (people !== undefined) saveScreenshotsOnFailure(people())
    onTestFailed(() => {
      isBroken = true
    })
  })
}
