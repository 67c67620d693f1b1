import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { companies, licenceReadings } from '../../../src/db/tables/accounts.ts'
import { readWaitingLicences } from '../../../src/server/accounts/public.ts'
import type { Ocr } from '../../../src/server/providers/ocr.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { certificationSteps, certifiedOwner, details, licenceOf, loner, newName, submit } from './company-scene.ts'
import { colleague } from './people.ts'

let app: TestApp
let owner: Client
beforeAll(async () => {
  app = await startApp()
  owner = await as(app, 'buyer')
})
afterAll(() => app.close())

const auth = async (client: Client) => contentOf(await client.api.accounts.organizationAuth({}))

describe('licences read after the answer', () => {
  test('approve what they confirm, once, though two read at a time', async () => {
    const { client } = await loner(app)
    const licence = licenceOf()
    contentOf(await submit(app, client, licence, 'nothing'))
    const { companyId } = contentOf(await client.api.accounts.companyInfo({}))
    const words = [licence.creditCode, `名称${licence.companyName}`].map((text, at) => ({
      ...{ text, left: 100, top: 100 + at * 80, width: 500, height: 30 },
    }))
    const { push, pages, config, providers } = app.runtime
    const around = {
      push,
      pages,
      config,
      providers: { ...providers, ocr: { words: async () => words, close: async () => {} } },
    }
    await Promise.all([readWaitingLicences(app.db, around), readWaitingLicences(app.db, around)])
    expect(await auth(client)).toMatchObject({ certification: 'approved', latest: { licenceConfirms: true } })
    expect(await certificationSteps(app, companyId ?? 0)).toEqual([
      'draft submit submitted',
      'submitted approve approved',
    ])
    expect((await app.db.select().from(licenceReadings)).some(({ lines }) => lines.includes(licence.creditCode))).toBe(
      true,
    )
  })
})

test('a licence that cannot be read keeps none behind it waiting', async () => {
  const [first, second] = [await loner(app), await loner(app)]
  const licence = licenceOf()
  contentOf(await submit(app, first.client, licenceOf(), 'nothing'))
  contentOf(await submit(app, second.client, licence, 'nothing'))
  const word = { left: 100, width: 500, height: 30 }
  const words = vi.fn<Ocr['words']>()
  words.mockRejectedValueOnce(new Error('broken'))
  words.mockResolvedValue([
    { ...word, text: licence.creditCode, top: 100 },
    { ...word, text: `名称${licence.companyName}`, top: 180 },
  ])
  const { push, pages, config, providers } = app.runtime
  const around = { push, pages, config, providers: { ...providers, ocr: { words, close: async () => {} } } }
  await expect(readWaitingLicences(app.db, around)).rejects.toThrow('could not be read')
  expect((await auth(first.client)).certification).toBe('submitted')
  expect((await auth(second.client)).certification).toBe('approved')
})

describe('companyAuth', () => {
  test('tells the step whose turn it is, and why the last one failed', async () => {
    const { client } = await loner(app)
    const at = async (who = client) => contentOf(await who.api.accounts.companyAuth({}))
    expect(await at()).toMatchObject({ companyId: null, step: 'certification', mayAct: true, latestStatus: 'draft' })
    contentOf(await client.api.accounts.buyerCompanySave(details({ companyName: newName() })))
    expect(await at()).toMatchObject({ certification: 'draft', step: 'certification' })
    const { client: certified } = await certifiedOwner(app)
    expect(await at(certified)).toMatchObject({ certification: 'approved', step: 'shop', isSaler: false, mayAct: true })
    expect(await at(await as(app, 'seller'))).toMatchObject({
      step: 'done',
      isSaler: true,
      shopName: expect.any(String),
    })
    const { client: without } = await colleague(app, owner, ['my_orders'])
    expect(await at(without)).toMatchObject({ step: 'shop', mayAct: false })
  })

  test('is for people who are signed in', async () => {
    expect(failureOf(await visitor(app).api.accounts.companyAuth({}))).toBe('sessionInvalid')
  })
})

test('demo companies show the version that their state comes from', async () => {
  const shown = await auth(owner)
  expect(shown).toMatchObject({ certification: 'approved', latest: { version: 1, status: 'approved', licenceUrl: '' } })
  const rows = await app.db.select().from(companies)
  expect(new Set(rows.map(({ certification }) => certification)).size).toBeGreaterThan(4)
})
