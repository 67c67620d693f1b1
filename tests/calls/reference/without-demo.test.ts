import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { openEmbedded } from '../../../src/db/open.ts'
import { users } from '../../../src/db/tables/accounts.ts'
import { seedReference } from '../../../src/db/seeds/seed-reference.ts'
import type { Runtime } from '../../../src/server/runtime.ts'
import { startRuntime } from '../../../src/server/start.ts'
import { contentOf, visitor } from '../../support/client.ts'

let runtime: Runtime
const dataDir = mkdtempSync(join(tmpdir(), 'portal-plain-'))
const given = { DEMO: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir }
beforeAll(async () => {
  runtime = await startRuntime(readConfig(given), await openEmbedded())
})
afterAll(async () => {
  await runtime.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('an installation without the demo has districts, dictionaries and categories, but no accounts', async () => {
  const { api } = visitor({ fetch: async (request) => runtime.app.fetch(request) })
  expect(contentOf(await api.reference.districtSubset({})).length).toBe(34)
  expect(contentOf(await api.reference.dictionaryKey({ dictKey: ' ORG_SERVICE_CLASS' })).length).toBeGreaterThan(3)
  expect(contentOf(await api.reference.categoriesFand({}))[0]?.childList.length).toBeGreaterThan(2)
  expect(await runtime.db.select().from(users)).toEqual([])
  await seedReference(runtime.db)
  expect(contentOf(await api.reference.districtSubset({})).length).toBe(34)
})
