import { allocatorSettings, measureFileLoad } from '../support/file-load.ts'
import { startSite } from '../support/site.ts'
import type { Line } from './table.ts'

/** Rows of the table: effect of hostile and maximal files on a running server (quality figure 29). */
export async function fileFigures(): Promise<Line[]> {
  const first = await startSite({ DEMO: '1', LOG_LEVEL: 'info' })
  try {
    await first.stop()
    const start = () => startSite({ DEMO: '1', LOG_LEVEL: 'info', DATA_DIR: first.dataDir, ...allocatorSettings })
    return (await measureFileLoad(start, { sheets: 20, pdfs: 100 })).map(({ what, stop, grown }) => ({
      what: `uploads: ${what}`,
      figure: `the event loop stops ${stop} ms at most, memory grows ${grown} MB at most`,
    }))
  } finally {
    await first.remove()
  }
}
