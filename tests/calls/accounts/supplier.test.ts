import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { supplierAgreementVersion } from '../../../src/domain/accounts/certification.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { demandInput, leafOf, saveDemand } from '../../support/scenes/demands/demand.ts'
import { certifiedOwner, details, loner, newName, setCertification } from '../../support/scenes/accounts/company.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let serviceClasses: string[]
beforeAll(async () => {
  const listed = contentOf(await visitor(app).api.reference.dictionaryKey({ dictKey: ' ORG_SERVICE_CLASS' }))
  serviceClasses = listed.slice(0, 2).map(({ dictCode }) => dictCode)
})

let names = 0
const shop = (more: { shopName?: string; agreementVersion?: string; serviceClasses?: string[] } = {}) => ({
  shopName: `试衡服务店 ${(names += 1)}`,
  brief: '制剂开发与分析',
  agreed: true as const,
  serviceClasses,
  agreementVersion: supplierAgreementVersion,
  ...more,
})
const open = (client: Client, input = shop()) => client.api.accounts.supplierOpen(input, { idempotencyKey: newKey() })

describe('supplierOpen', () => {
  test('opens the shop of a certified company, which is a seller from the next call on', async () => {
    const { client, userId } = await certifiedOwner(app)
    expect(failureOf(await client.api.demands.sellerOffers({}))).toBe('notSeller')
    const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
    const input = shop()
    const { shopId } = contentOf(await open(client, input))
    expect(invalidate.mock.calls.flat(2)).toEqual(expect.arrayContaining(['shops', `shop:${shopId}`]))
    invalidate.mockRestore()
    expect(contentOf(await client.api.demands.sellerOffers({})).total).toBe(0)
    const [row] = await app.db.select().from(shops).where(eq(shops.id, shopId))
    expect(row).toMatchObject({ agreementVersion: supplierAgreementVersion, agreedBy: userId })
    expect(row?.agreedAt).toBeInstanceOf(Date)
    const shown = contentOf(await visitor(app).api.shops.shopInfo({ shopId }))
    expect(shown).toMatchObject({ shopName: input.shopName, certified: true, serviceAccount: 0 })
    expect(contentOf(await client.api.accounts.companyAuth({}))).toMatchObject({
      step: 'account',
      isSaler: true,
      hasAccount: false,
      mayAct: true,
    })
    expect(contentOf(await client.api.accounts.companyInfo({})).serviceClasses).toEqual(serviceClasses)
  })

  test('opens one shop per company under parallel requests', async () => {
    const { client } = await certifiedOwner(app)
    const answers = await Promise.all([1, 2, 3].map(() => open(client)))
    expect(answers.map(failureOf).sort()).toEqual(['none', 'shopExists', 'shopExists'])
  })

  test('accepts a name for one shop only, regardless of case and spaces', async () => {
    const people = await Promise.all([1, 2, 3].map(() => certifiedOwner(app)))
    const shopName = `同名小店 ABC ${Date.now()}`
    const spellings = [shopName, shopName.toLowerCase(), shopName.replaceAll(' ', '')]
    const answers = await Promise.all(
      people.map(({ client }, at) => open(client, shop({ shopName: spellings[at] ?? '' }))),
    )
    expect(answers.map(failureOf).sort()).toEqual(['none', 'shopNameUsed', 'shopNameUsed'])
  })

  test('requires consent to the newest agreement, and all fields', async () => {
    const { client } = await certifiedOwner(app)
    expect(failureOf(await open(client, shop({ agreementVersion: '2020-01' })))).toBe('agreementNewer')
    expect(fieldsWithErrors(await open(client, shop({ serviceClasses: [] })))).toEqual(['serviceClasses'])
    expect(fieldsWithErrors(await open(client, shop({ serviceClasses: ['不存在'] })))).toEqual(['serviceClasses'])
    const silent = JSON.stringify({ ...shop(), agreed: false })
    const refused = await client.post('/fmall/company/saler/open', silent, { 'idempotency-key': newKey() })
    expect(refused.status).toBe(400)
    expect(contentOf(await client.api.accounts.companyInfo({})).isSaler).toBe(false)
  })

  test('requires a valid certification, the permission, a company and a session', async () => {
    const { client } = await loner(app)
    expect(failureOf(await open(client))).toBe('notCertified')
    contentOf(await client.api.accounts.buyerCompanySave(details({ companyName: newName() })))
    expect(failureOf(await open(client))).toBe('notCertified')
    const lapsed = await certifiedOwner(app)
    await setCertification(app, lapsed.companyId, { certification: 'expired' })
    expect(failureOf(await open(lapsed.client))).toBe('certificationExpired')
    const buyer = await signInAs(app, 'buyer')
    const { client: without } = await colleague(app, buyer, ['my_orders'])
    expect(failureOf(await open(without))).toBe('forbidden')
    expect(failureOf(await open(visitor(app)))).toBe('sessionInvalid')
  })

  test('accepts only an own logo', async () => {
    const { client } = await certifiedOwner(app)
    const input = { ...shop(), logoFileId: 'A'.repeat(22) }
    expect(failureOf(await client.api.accounts.supplierOpen(input, { idempotencyKey: newKey() }))).toBe('notFound')
  })
})

describe('new transactions', () => {
  test('require a valid certification: demands can be saved, but not submitted', async () => {
    const { id } = await leafOf(app)
    const { client } = await loner(app)
    contentOf(await client.api.accounts.buyerCompanySave(details({ companyName: newName() })))
    const draft = contentOf(await saveDemand(client, demandInput(id, { submit: false })))
    expect(draft.status).toBe('draft')
    expect(failureOf(await saveDemand(client, demandInput(id)))).toBe('notCertified')
    const update = { ...demandInput(id), demandId: draft.demandId }
    expect(failureOf(await client.api.demands.demandUpdate(update))).toBe('notCertified')
    const lapsed = await certifiedOwner(app)
    await setCertification(app, lapsed.companyId, { certification: 'expired' })
    expect(failureOf(await saveDemand(lapsed.client, demandInput(id)))).toBe('certificationExpired')
  })
})
