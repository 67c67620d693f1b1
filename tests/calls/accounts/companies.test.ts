import { beforeAll, describe, expect, test, vi } from 'vitest'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { details, licenceOf, loner, newCreditCode, newName, submit } from '../../support/scenes/accounts/company.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
let without: Client
beforeAll(async () => {
  without = (await colleague(app, owner, ['my_orders'])).client
})

describe('companyInfo', () => {
  test('returns the own company, or an empty one', async () => {
    const own = contentOf(await owner.api.accounts.companyInfo({}))
    expect(own).toMatchObject({ name: '成都衡序医药科技有限公司', authStatus: 'approved', isSaler: false })
    expect(own.districtName).toContain('四川省')
    expect(own.memberCount).toBeGreaterThan(3)
    const none = contentOf(await (await loner(app)).client.api.accounts.companyInfo({}))
    expect(none).toMatchObject({ companyId: null, name: '', authStatus: 'draft' })
  })

  test('requires a session', async () => {
    expect(failureOf(await visitor(app).api.accounts.companyInfo({}))).toBe('sessionInvalid')
  })
})

describe('buyerCompanySave', () => {
  test('creates a company with the preset roles; its creator becomes the owner and can edit it', async () => {
    const { client } = await loner(app)
    const companyName = newName()
    const made = contentOf(await client.api.accounts.buyerCompanySave(details({ companyName })))
    expect(made).toMatchObject({ name: companyName, districtCode: '510107', authStatus: 'draft', memberCount: 1 })
    expect(made.districtName).toBe('四川省 成都市 武侯区')
    const roles = contentOf(await client.api.accounts.roles({}))
    expect(roles.map(({ roleName }) => roleName)).toEqual(expect.arrayContaining(['管理员', '采购员', '财务', '客服']))
    const renamed = newName()
    const again = contentOf(await client.api.accounts.buyerCompanySave(details({ companyName: renamed })))
    expect([again.companyId, again.name]).toEqual([made.companyId, renamed])
    expect(contentOf(await client.api.accounts.buyerCompanySave(details())).name).toBe(renamed)
  })

  test('returns field errors for missing or unknown values', async () => {
    const { client } = await loner(app)
    expect(fieldsWithErrors(await client.api.accounts.buyerCompanySave(details()))).toEqual(['companyName'])
    const wrong = { ...details({ companyName: newName() }), districtCode: '999999' }
    expect(fieldsWithErrors(await client.api.accounts.buyerCompanySave(wrong))).toEqual(['districtCode'])
    const site = { ...wrong, website: 'javascript:alert(1)', contactPhone: '打不通' }
    expect(fieldsWithErrors(await client.api.accounts.buyerCompanySave(site)).sort()).toEqual([
      'contactPhone',
      'website',
    ])
    expect(contentOf(await client.api.accounts.companyInfo({})).companyId).toBeNull()
  })

  test('rejects the name of a certified company regardless of case, spaces and brackets', async () => {
    const taken = `${newName()}（Beta）`
    const { client: certified } = await loner(app)
    contentOf(await submit(app, certified, licenceOf({ companyName: taken }), 'same'))
    const { client } = await loner(app)
    for (const companyName of [taken, taken.replace('（Beta）', ' (beta)'), `  ${taken}`]) {
      expect(failureOf(await client.api.accounts.buyerCompanySave(details({ companyName })))).toBe('companyNameUsed')
    }
    expect(contentOf(await client.api.accounts.companyInfo({})).companyId).toBeNull()
  })

  test('accepts a name that another company uses uncertified; the first certified one keeps it', async () => {
    const [{ client: typist }, { client: real }] = await Promise.all([loner(app), loner(app)])
    const companyName = newName()
    contentOf(await typist.api.accounts.buyerCompanySave(details({ companyName })))
    expect(contentOf(await real.api.accounts.orgInfoUnique({ companyName })).ok).toBe(true)
    expect(contentOf(await submit(app, real, licenceOf({ companyName }), 'same')).status).toBe('approved')
    expect(failureOf(await submit(app, typist, licenceOf({ companyName }), 'same'))).toBe('companyNameUsed')
  })

  test('creates one company under parallel submits', async () => {
    const { client } = await loner(app)
    const companyName = newName()
    const answers = await Promise.all(
      [1, 2, 3].map(() => client.api.accounts.buyerCompanySave(details({ companyName }))),
    )
    expect(new Set(answers.map((answer) => contentOf(answer).companyId)).size).toBe(1)
  })

  test('certifies one of several parallel companies with the same name', async () => {
    const companyName = newName()
    const people = await Promise.all([1, 2, 3].map(() => loner(app)))
    const raced = await Promise.all(
      people.map((person) => submit(app, person.client, licenceOf({ companyName }), 'same')),
    )
    expect(raced.map(failureOf).sort()).toEqual(['companyNameUsed', 'companyNameUsed', 'none'])
  })

  test('keeps a certified name; requires the permission and a session', async () => {
    const changed = details({ companyName: newName() })
    expect(failureOf(await owner.api.accounts.buyerCompanySave(changed))).toBe('nameCertified')
    expect(failureOf(await without.api.accounts.buyerCompanySave(details()))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.accounts.buyerCompanySave(details()))).toBe('sessionInvalid')
    const { client } = await colleague(app, owner, ['corporate_show'])
    expect(contentOf(await client.api.accounts.buyerCompanySave(details())).address).toBe('科园南路 88 号')
  })
})

describe('sellerCompanySave', () => {
  test("also saves the service classes and invalidates the shop's pages", async () => {
    const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
    const serviceClasses = await classes()
    const saved = contentOf(await seller.api.accounts.sellerCompanySave({ ...details(), serviceClasses }))
    expect(saved.serviceClasses).toEqual(serviceClasses)
    expect(invalidate.mock.calls.flat(2)).toEqual(
      expect.arrayContaining(['shops', expect.stringMatching(/^shop:\d+$/)]),
    )
    invalidate.mockRestore()
  })

  test('rejects missing and unknown classes, visitors and users without the permission', async () => {
    const serviceClasses: string[] = []
    expect(fieldsWithErrors(await seller.api.accounts.sellerCompanySave({ ...details(), serviceClasses }))).toEqual([
      'serviceClasses',
    ])
    const unknown = { ...details(), serviceClasses: ['不存在的分类'] }
    expect(fieldsWithErrors(await seller.api.accounts.sellerCompanySave(unknown))).toEqual(['serviceClasses'])
    const good = { ...details(), serviceClasses: await classes() }
    expect(failureOf(await without.api.accounts.sellerCompanySave(good))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.accounts.sellerCompanySave(good))).toBe('sessionInvalid')
  })
})

async function classes(): Promise<string[]> {
  const listed = contentOf(await visitor(app).api.reference.dictionaryKey({ dictKey: ' ORG_SERVICE_CLASS' }))
  return listed.slice(0, 2).map(({ dictCode }) => dictCode)
}

describe('orgInfoUnique', () => {
  test('returns whether another company uses the value, ignoring the own', async () => {
    const unique = async (input: { companyName?: string; creditCode?: string }) =>
      contentOf(await owner.api.accounts.orgInfoUnique(input)).ok
    const theirs = contentOf(await seller.api.accounts.companyInfo({}))
    const own = contentOf(await owner.api.accounts.companyInfo({}))
    expect(await unique({ companyName: theirs.name })).toBe(false)
    expect(await unique({ creditCode: theirs.creditCode })).toBe(false)
    expect(await unique({ creditCode: `${theirs.creditCode.slice(0, 17)}0` })).toBe(false)
    expect(await unique({ companyName: own.name, creditCode: own.creditCode })).toBe(true)
    expect(await unique({ companyName: newName(), creditCode: newCreditCode() })).toBe(true)
  })

  test('requires a session and is rate limited', async () => {
    expect(failureOf(await visitor(app).api.accounts.orgInfoUnique({}))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await owner.api.accounts.orgInfoUnique({ companyName: '长'.repeat(61) }))).toEqual([
      'companyName',
    ])
    const { client } = await loner(app)
    const codes: number[] = []
    for (let at = 0; at < 21; at += 1) {
      const answer = await client.api.accounts.orgInfoUnique({ companyName: newName() })
      codes.push(answer.ok ? 200 : answer.failure.code)
    }
    expect(codes.slice(0, 20).every((code) => code === 200)).toBe(true)
    expect(codes.at(-1)).toBe(429)
  })
})
