import pg from 'pg'
import type { Api } from '../../src/client/api.ts'
import { inProcessClient } from '../../src/client/in-process.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { Runtime } from '../../src/server/runtime.ts'
import { startRuntime } from '../../src/server/start.ts'
import { testDataKeys } from '../support/data-keys.ts'

/** Temporary databases on the PostgreSQL server for measurements. */

export const server = process.env.DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres'
let lentCount = 0

/** Runs with the URL of an empty database, and drops it afterwards. */
export async function withDatabase<T>(run: (url: string) => Promise<T>): Promise<T> {
  lentCount += 1
  const name = `portal_bench_${process.pid}_${lentCount}`
  await onServer(`create database ${name}`)
  try {
    const url = new URL(server)
    url.pathname = `/${name}`
    return await run(url.href)
  } finally {
    await onServer(`drop database ${name} with (force)`)
  }
}

/** The product in this process, with its demo data. */
export async function startRuntimeOn(url: string): Promise<Runtime> {
  const config = readConfig({
    DEMO: '1',
    LOG_LEVEL: 'silent',
    DATABASE_URL: url,
    DATA_KEYS: testDataKeys,
    // A million rows are written by few statements.
    DATABASE_STATEMENT_MS: '3600000',
  })
  return startRuntime(config, await openDatabase(config))
}

const anonymousRequest = {
  appId: 'web',
  token: undefined,
  cookie: undefined,
  browserCookie: undefined,
  origin: 'http://localhost',
  ssoCookie: undefined,
  viewCookie: undefined,
  ip: undefined,
  userAgent: 'bench',
} as const

export const apiOf = (runtime: Runtime): Api =>
  inProcessClient((name, input, { idempotencyKey }) =>
    runtime.call(name, input, { ...anonymousRequest, idempotencyKey }),
  )

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2_000 })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export const isServerAvailable = () =>
  onServer('select 1').then(
    () => true,
    () => false,
  )
