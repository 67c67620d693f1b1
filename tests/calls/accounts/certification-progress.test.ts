import { describe, expect, test, vi } from 'vitest'
import { companies, licenceReadings } from '../../../src/db/tables/accounts.ts'
import type { Ocr } from '../../../src/server/providers/ocr.ts'
import { signInAs, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import {
  certificationSteps,
  certifiedOwner,
  details,
  licenceOf,
  loner,
  newName,
  submit,
} from '../../support/scenes/accounts/company.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { readPendingLicences } from '../../../src/server/accounts/certification/automatic-approval.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')

const auth = async (client: Client) => contentOf(await client.api.accounts.organizationAuth({}))

describe('licences read by OCR after the response', () => {
  test('are approved once if they match, even in concurrent runs', async () => {
    const { client } = await loner(app)
    const licence = licenceOf()
    contentOf(await submit(app, client, licence, 'nothing'))
    const { companyId } = contentOf(await client.api.accounts.companyInfo({}))
    const words = [licence.creditCode, `名称${licence.companyName}`].map((text, at) => ({
      text,
      left: 100,
      top: 100 + at * 80,
      width: 500,
      height: 30,
    }))
    const { push, pages, config, providers } = app.runtime
    const around = {
      push,
      pages,
      config,
      providers: { ...providers, ocr: { words: async () => words, close: async () => {} } },
    }
    await Promise.all([readPendingLicences(app.db, around), readPendingLicences(app.db, around)])
    expect(await auth(client)).toMatchObject({ authStatus: 'approved', latest: { licenceConfirms: true } })
    expect(await certificationSteps(app, companyId ?? 0)).toEqual([
      'draft submit submitted',
      'submitted approve approved',
    ])
    expect((await app.db.select().from(licenceReadings)).some(({ lines }) => lines.includes(licence.creditCode))).toBe(
      true,
    )
  })
})

test('an unreadable licence does not block those behind it', async () => {
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
  await expect(readPendingLicences(app.db, around)).rejects.toThrow('could not be read')
  expect((await auth(first.client)).authStatus).toBe('submitted')
  expect((await auth(second.client)).authStatus).toBe('approved')
})

describe('companyAuth', () => {
  test('returns the current step and the reason of the last failure', async () => {
    const { client } = await loner(app)
    const at = async (who = client) => contentOf(await who.api.accounts.companyAuth({}))
    expect(await at()).toMatchObject({ companyId: null, step: 'certification', mayAct: true, latestStatus: 'draft' })
    contentOf(await client.api.accounts.buyerCompanySave(details({ companyName: newName() })))
    expect(await at()).toMatchObject({ authStatus: 'draft', step: 'certification' })
    const { client: certified } = await certifiedOwner(app)
    expect(await at(certified)).toMatchObject({ authStatus: 'approved', step: 'shop', isSaler: false, mayAct: true })
    expect(await at(await signInAs(app, 'seller'))).toMatchObject({
      step: 'done',
      isSaler: true,
      shopName: expect.any(String),
    })
    const { client: without } = await colleague(app, owner, ['my_orders'])
    expect(await at(without)).toMatchObject({ step: 'shop', mayAct: false })
  })

  test('requires a session', async () => {
    expect(failureOf(await visitor(app).api.accounts.companyAuth({}))).toBe('sessionInvalid')
  })
})

test('returns the version behind the state of demo companies', async () => {
  const shown = await auth(owner)
  expect(shown).toMatchObject({ authStatus: 'approved', latest: { version: 1, status: 'approved', licenceUrl: '' } })
  const rows = await app.db.select().from(companies)
  expect(new Set(rows.map(({ certification }) => certification)).size).toBeGreaterThan(4)
})
