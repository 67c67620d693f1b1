import { sql } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { openDatabase, type Db } from '../../src/db/open.ts'
import { orders } from '../../src/db/tables/orders.ts'
import { checkRecords } from '../../src/server/orders/deal-record/check-records.ts'
import { startRuntime } from '../../src/server/start.ts'
import { isServerAvailable, startRuntimeOn, withDatabase } from './postgres.ts'
import type { Line } from './table.ts'

/** Verification of 1,000 entries of one record, on both engines. */

const entries = 1_000
const readings = 9

/** Entries like those of payments; the database chains them. */
async function fillRecord(db: Db): Promise<number> {
  const [order] = await db.select({ id: orders.id }).from(orders).limit(1)
  const id = order?.id ?? 0
  const body =
    '{"amount":9840000,"method":"bank","paidAt":"2026-11-27T08:00:00.000Z","paymentNo":"P20261127-0001","tradeNo":null}'
  await db.execute(sql`
    insert into deal_entries (order_id, kind, event, side, body)
    select ${id}::int, 'payment', 'receive', 'seller', ${body} from generate_series(1, ${entries}::int)`)
  return id
}

async function verification(db: Db, engine: string): Promise<Line> {
  const id = await fillRecord(db)
  const times: number[] = []
  for (let n = 0; n < readings; n += 1) {
    const started = performance.now()
    const [check] = await checkRecords(db, [id])
    times.push(performance.now() - started)
    if (check === undefined || check.broken !== null || check.entries < entries) throw new Error('The record is broken')
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(readings / 2)] ?? 0
  return { what: `verifying a deal record of 1,000 entries (${engine})`, figure: `${median.toFixed(0)} ms` }
}

async function embedded(): Promise<Line> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-record-'))
  const config = readConfig({ DEMO: '1', LOG_LEVEL: 'silent', DATA_DIR: dataDir })
  const runtime = await startRuntime(config, await openDatabase(config))
  try {
    return await verification(runtime.db, 'embedded')
  } finally {
    await runtime.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const onServer = (): Promise<Line> =>
  withDatabase(async (url) => {
    const runtime = await startRuntimeOn(url)
    try {
      return await verification(runtime.db, 'PostgreSQL')
    } finally {
      await runtime.close()
    }
  })

/** Rows of the table. */
export const dealRecordFigures = async (): Promise<Line[]> =>
  (await isServerAvailable()) ? [await embedded(), await onServer()] : [await embedded()]
