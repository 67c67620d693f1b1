import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { certifications } from '../../../src/db/tables/accounts.ts'
import { files } from '../../../src/db/tables/operations.ts'
import { startAppForTest } from '../../support/app.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import {
  certificationSteps,
  certifiedOwner,
  licenceOf,
  loner,
  newName,
  submit,
  uploadLicence,
} from '../../support/scenes/accounts/company.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')

const approved = ['draft submit submitted', 'submitted approve approved']
const auth = async (client: Client) => contentOf(await client.api.accounts.organizationAuth({}))

describe('organizationAuthSave', () => {
  test('approves at once what the licence confirms, and updates the company', async () => {
    const { client } = await loner(app)
    const licence = licenceOf({ validUntil: '2046-05-05' })
    const answer = contentOf(await submit(app, client, licence, 'same'))
    expect(answer).toMatchObject({ version: 1, status: 'approved' })
    const own = contentOf(await client.api.accounts.companyInfo({}))
    expect(own).toMatchObject({
      name: licence.companyName,
      creditCode: licence.creditCode,
      address: licence.address,
      districtCode: '510107',
      foundedAt: '2019-05-06',
      authStatus: 'approved',
      // The end of that day in Shanghai.
      certifiedUntil: '2046-05-05T15:59:59.999Z',
    })
    const shown = await auth(client)
    expect(shown.inForce?.certificationId).toBe(answer.certificationId)
    expect(shown.latest).toMatchObject({
      status: 'approved',
      licenceConfirms: true,
      districtName: '四川省 成都市 武侯区',
    })
    expect(shown.latest?.licenceUrl).toMatch(/^\/files\/[\w-]{22}\//)
    expect(shown.history.map(({ event, by }) => [event, by])).toEqual([
      ['submit', licence.companyName],
      ['approve', '系统'],
    ])
    expect(await certificationSteps(app, own.companyId ?? 0)).toEqual(approved)
  })

  test('leaves versions that the licence does not confirm to an operator', async () => {
    for (const reads of ['other', 'nothing'] as const) {
      const { client } = await loner(app)
      const answer = contentOf(await submit(app, client, licenceOf(), reads))
      expect(answer.status).toBe('submitted')
      expect(await auth(client)).toMatchObject({ authStatus: 'submitted', inForce: null, maySubmit: false })
    }
    const { client } = await loner(app)
    const licence = licenceOf()
    const licenceFileId = await uploadLicence(app, client, { ...licence, companyName: '成都完全不同有限公司' })
    const key = { idempotencyKey: newKey() }
    const answer = await client.api.accounts.organizationAuthSave({ ...licence, licenceFileId }, key)
    expect(contentOf(answer).status).toBe('submitted')
  })

  test('always waits with REVIEW=manual, even if the licence confirms it', async () => {
    const manual = await startAppForTest({ REVIEW: 'manual' })
    const { client } = await loner(manual)
    expect(contentOf(await submit(manual, client, licenceOf(), 'same')).status).toBe('submitted')
    expect((await auth(client)).latest).toMatchObject({ status: 'submitted', licenceConfirms: true })
  })

  test('accepts one of parallel submits, and refuses another while one waits', async () => {
    const { client } = await loner(app)
    const licence = licenceOf()
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit(app, client, licence, 'other')))
    expect(answers.map(failureOf).sort()).toEqual([...Array.from({ length: 3 }, () => 'certificationWaiting'), 'none'])
    expect((await auth(client)).versions).toHaveLength(1)
    expect(failureOf(await submit(app, client, licence, 'same'))).toBe('certificationWaiting')
  })

  test('returns the first answer to a repeated submit', async () => {
    const { client } = await loner(app)
    const licence = licenceOf()
    const input = { ...licence, licenceFileId: await uploadLicence(app, client, licence) }
    const idempotencyKey = newKey()
    const save = () => client.api.accounts.organizationAuthSave(input, { idempotencyKey })
    const [first, second] = await Promise.all([save(), save()])
    expect(contentOf(second)).toEqual(contentOf(first))
  })

  test('keeps the approved version in force until the next one is approved', async () => {
    const { client, companyId, licence } = await certifiedOwner(app)
    contentOf(await submit(app, client, { ...licence, companyName: newName() }, 'other'))
    const waiting = await auth(client)
    expect([waiting.authStatus, waiting.latest?.version, waiting.inForce?.version]).toEqual(['approved', 2, 1])
    await app.db.update(certifications).set({ status: 'rejected' }).where(eq(certifications.companyId, companyId))
    await app.db
      .update(certifications)
      .set({ status: 'approved' })
      .where(eq(certifications.id, waiting.inForce?.certificationId ?? 0))
    const companyName = newName()
    expect(contentOf(await submit(app, client, { ...licence, companyName }, 'same'))).toMatchObject({
      version: 3,
      status: 'approved',
    })
    expect((await auth(client)).inForce?.version).toBe(3)
    expect(contentOf(await client.api.accounts.companyInfo({})).name).toBe(companyName)
  })

  test('refuses a name or code of another company; one of two parallel claims to a code succeeds', async () => {
    const taken = await certifiedOwner(app)
    const { client } = await loner(app)
    const { creditCode, companyName } = taken.licence
    expect(failureOf(await submit(app, client, licenceOf({ creditCode }), 'same'))).toBe('creditCodeUsed')
    expect(failureOf(await submit(app, client, licenceOf({ companyName: ` ${companyName} ` }), 'same'))).toBe(
      'companyNameUsed',
    )
    expect(contentOf(await client.api.accounts.companyInfo({})).companyId).toBeNull()
    const code = licenceOf().creditCode
    const people = await Promise.all([1, 2, 3].map(() => loner(app)))
    const answers = await Promise.all(
      people.map((one) => submit(app, one.client, licenceOf({ creditCode: code }), 'same')),
    )
    expect(answers.map(failureOf).sort()).toEqual(['creditCodeUsed', 'creditCodeUsed', 'none'])
  })

  test('returns field errors: expired term, future foundation, unknown district, invalid code, no file', async () => {
    const { client } = await loner(app)
    const base = { ...licenceOf(), licenceFileId: await uploadLicence(app, client) }
    const faults = async (more: Partial<typeof base>) =>
      fieldsWithErrors(
        await client.api.accounts.organizationAuthSave({ ...base, ...more }, { idempotencyKey: newKey() }),
      )
    expect(await faults({ validUntil: '2020-01-01' })).toEqual(['validUntil'])
    expect(await faults({ foundedAt: '2199-01-01' })).toEqual(['foundedAt'])
    expect(await faults({ districtCode: '999999' })).toEqual(['districtCode'])
    expect(await faults({ creditCode: `${base.creditCode.slice(0, 16)}00` })).toEqual(['creditCode'])
    expect(await faults({ licenceFileId: '' })).toEqual(['licenceFileId'])
    expect(await faults({ validUntil: '2046-02-30' })).toEqual(['validUntil'])
  })

  test('accepts only an own licence, from members with the permission', async () => {
    const { client } = await loner(app)
    const input = { ...licenceOf(), licenceFileId: await uploadLicence(app, owner) }
    const save = (who: Client) => who.api.accounts.organizationAuthSave(input, { idempotencyKey: newKey() })
    expect(failureOf(await save(client))).toBe('notFound')
    const { client: without } = await colleague(app, owner, ['my_orders'])
    expect(failureOf(await save(without))).toBe('forbidden')
    expect((await auth(without)).maySubmit).toBe(false)
    expect(failureOf(await save(visitor(app)))).toBe('sessionInvalid')
    expect(failureOf(await visitor(app).api.accounts.organizationAuth({}))).toBe('sessionInvalid')
  })

  test('assigns the licence to the company', async () => {
    const { companyId } = await certifiedOwner(app)
    const [version] = await app.db.select().from(certifications).where(eq(certifications.companyId, companyId))
    const [file] = await app.db
      .select()
      .from(files)
      .where(eq(files.id, version?.licenceFileId ?? ''))
    expect(file).toMatchObject({ companyId, audience: 'private' })
  })
})
