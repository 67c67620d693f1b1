import { createOcr } from '../../src/server/providers/ocr.ts'
import { readPapers } from '../support/certificate-readings.ts'
import { hasChineseFont } from '../support/licence-picture.ts'
import { goalText } from './goals.ts'
import type { Line } from './table.ts'

/** Drawn certificates, tilted and noisy, of six layouts. */
const count = 60

/** Row of the table: how well photographed certificates are read, and whether one passes wrongly. */
export async function certificateFigures(): Promise<Line[]> {
  if (!hasChineseFont) return []
  const ocr = createOcr()
  try {
    const { papers, wrongPasses } = await readPapers(ocr, count)
    const right = papers.filter(({ isNumberRight, isDayRight }) => isNumberRight && isDayRight).length
    for (const { drawn, read } of papers.filter((one) => !one.isNumberRight || !one.isDayRight))
      process.stderr.write(`misread: ${JSON.stringify({ said: drawn.text, read })}\n`)
    for (const one of wrongPasses) process.stderr.write(`wrong pass: ${JSON.stringify(one)}\n`)
    const share = Math.round((right / count) * 100)
    const passed = papers.filter(({ passes }) => passes).length
    const goals = [
      { measured: share, goal: 95, unit: ' % read' },
      { measured: wrongPasses.length, goal: 0, unit: ' wrong passes', isBound: true },
    ]
    return [
      {
        what: `certificates: ${count} drawn papers, tilted and noisy`,
        figure: `number and day right ${share} %, ${passed} pass by themselves, ${wrongPasses.length} wrongly; ${goalText(goals)}`,
      },
    ]
  } finally {
    await ocr.close()
  }
}
