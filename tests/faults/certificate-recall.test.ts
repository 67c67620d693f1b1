import { afterAll, expect, test } from 'vitest'
import { createOcr } from '../../src/server/providers/ocr.ts'
import { readPapers } from '../support/certificate-readings.ts'
import { hasChineseFont } from '../support/licence-picture.ts'

const ocr = createOcr()
afterAll(() => ocr.close())

const needs = hasChineseFont ? '' : ' (skipped: no Chinese font on this machine)'
/** One paper of every layout; `npm run bench -- certificates` reads sixty. */
test.skipIf(!hasChineseFont)(
  `numbers and days of photographed certificates are read, and none passes wrongly${needs}`,
  async () => {
    const { papers, wrongPasses } = await readPapers(ocr, 6)
    const wrong = papers.filter(({ isNumberRight, isDayRight }) => !isNumberRight || !isDayRight)
    // The last day of one lies under its seal.
    expect(wrong.map(({ drawn }) => drawn.text.number)).toEqual(['232120340728'])
    expect(wrongPasses).toEqual([])
  },
)
