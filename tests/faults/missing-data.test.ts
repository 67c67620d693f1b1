import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { embeddedFolder } from '../../src/db/session.ts'
import { startRuntime } from '../../src/server/start.ts'
import { makeInstallation, type Installation } from '../support/installation.ts'

/** A start never fills an empty database with the demo if there had been data. */

const template = inject('template')
const isPostgres = template.engine === 'postgres'
let site: Installation
const start = () => startRuntime(readConfig({ ...site.env, DEMO: '1' }))
const mark = () => `${site.dataDir}.installation.json`

beforeAll(async () => {
  site = await makeInstallation(template)
}, 60_000)
afterAll(() => site.remove())

test('a database with rows but without demo users is not filled with the demo', async () => {
  await site.sql(`update users set login_name = 'u' || id`)
  const [before] = await site.sql(
    'select count(*)::int as users, (select count(*)::int from services) as services from users',
  )
  await (await start()).close()
  expect(
    await site.sql('select count(*)::int as users, (select count(*)::int from services) as services from users'),
  ).toEqual([before])
  expect(await site.sql(`select 1 from users where login_name = 'buyer'`)).toEqual([])
})

test('an installation with data is marked in its folder and next to it, readable by its owner only', () => {
  for (const file of [mark(), join(site.dataDir, 'installation.json')]) expect(statSync(file).mode & 0o777).toBe(0o600)
})

test.runIf(isPostgres)('a PostgreSQL database that lost its tables fails the start', async () => {
  await site.sql('drop schema public cascade')
  await site.sql('create schema public')
  await site.sql('drop schema drizzle cascade')
  await expect(start()).rejects.toThrow(/had data and has no tables now.*DATABASE_URL/)
  expect(await site.sql(`select 1 from pg_class where relname = 'users'`)).toEqual([])
})

test.runIf(!isPostgres)('an embedded database with missing files, or without its folder, fails the start', async () => {
  const folder = embeddedFolder(site.dataDir)
  rmSync(join(folder, 'PG_VERSION'))
  await expect(start()).rejects.toThrow(/is damaged: parts of it are missing.*restore/)
  rmSync(folder, { recursive: true })
  await expect(start()).rejects.toThrow(/had data, and its database is gone.*restore/)
  rmSync(site.dataDir, { recursive: true })
  await expect(start()).rejects.toThrow(/had data, and its database is gone/)
  expect(existsSync(site.dataDir)).toBe(false)
  mkdirSync(site.dataDir)
  await expect(start()).rejects.toThrow(mark())
  expect(readdirSync(site.dataDir)).toEqual([])
  // Deleting the mark allows a new installation.
  rmSync(mark())
  const database = await openDatabase(readConfig(site.env))
  await database.close()
  expect(existsSync(folder)).toBe(true)
})
