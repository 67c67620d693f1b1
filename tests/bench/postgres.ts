import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Api } from '../../src/client/api.ts'
import { inProcessClient } from '../../src/client/in-process.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase, type Db } from '../../src/db/open.ts'
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
export const startRuntimeOn = (url: string): Promise<Runtime> => startRuntimeWith({ DATABASE_URL: url })

async function startRuntimeWith(where: Readonly<Record<string, string>>): Promise<Runtime> {
  const config = readConfig({
    DEMO: '1',
    LOG_LEVEL: 'silent',
    DATA_KEYS: testDataKeys,
    // A million rows are written by few statements.
    DATABASE_STATEMENT_MS: '3600000',
    ...where,
  })
  return startRuntime(config, await openDatabase(config))
}

/** Runs with the calls of the demo on a new embedded database. */
export async function onDemo<T>(run: (api: Api) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const runtime = await startRuntimeWith({ DATA_DIR: dataDir })
  try {
    return await run(apiOf(runtime))
  } finally {
    await runtime.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Measures on a new embedded database with the demo, then on PostgreSQL where it answers. */
export async function onBothEngines<T>(measure: (db: Db, engine: string) => Promise<T[]>): Promise<T[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  try {
    const embedded = await measureOn(await startRuntimeWith({ DATA_DIR: dataDir }), measure, 'embedded')
    if (!(await isServerAvailable())) return embedded
    const server = await withDatabase(async (url) => measureOn(await startRuntimeOn(url), measure, 'PostgreSQL'))
    return [...embedded, ...server]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureOn<T>(runtime: Runtime, measure: (db: Db, engine: string) => Promise<T[]>, engine: string) {
  try {
    return await measure(runtime.db, engine)
  } finally {
    await runtime.close()
  }
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
