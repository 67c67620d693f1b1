import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { queuedDigestMails } from '../../support/digest-queue.ts'
import { missingId } from '../../support/sentinels.ts'
import { certificationSteps, certifiedOwner, licenceOf, loner, submit } from '../../support/scenes/accounts/company.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const ops = clientForFile(app, 'ops')

/** A version waiting for review. */
async function waiting() {
  const person = await loner(app)
  const licence = licenceOf()
  const { certificationId } = contentOf(await submit(app, person.client, licence, 'other'))
  const { companyId } = contentOf(await person.client.api.accounts.companyInfo({}))
  return { ...person, licence, certificationId, companyId: companyId ?? 0 }
}
const review = (certificationId: number, decision: 'approve' | 'reject' | 'askMore', reason = '') =>
  ops.api.accounts.certificationReview({ certificationId, decision, reason })
const auth = async (client: Client) => contentOf(await client.api.accounts.organizationAuth({}))

describe('certificationReview', () => {
  test('approves: the company gets the details of the version and its members are notified', async () => {
    const one = await waiting()
    const send = vi.spyOn(app.runtime.push, 'send')
    expect(contentOf(await review(one.certificationId, 'approve')).status).toBe('approved')
    const own = contentOf(await one.client.api.accounts.companyInfo({}))
    expect(own).toMatchObject({ authStatus: 'approved', creditCode: one.licence.creditCode })
    expect(send.mock.calls.filter(([userId]) => userId === one.userId)).toHaveLength(1)
    expect(JSON.stringify(send.mock.calls)).toContain('企业认证已通过')
    send.mockRestore()
    const [person] = await app.db.select().from(users).where(eq(users.id, one.userId))
    const [mail] = (await queuedDigestMails(app, person?.email ?? '')).toReversed()
    expect(mail).toMatchObject({ subject: '企业认证已通过' })
    expect(await certificationSteps(app, one.companyId)).toEqual([
      'draft submit submitted',
      'submitted approve approved',
    ])
  })

  test('rejects or asks for more only with a reason shown to the company; then a new version may follow', async () => {
    const one = await waiting()
    expect(fieldsWithErrors(await review(one.certificationId, 'reject'))).toEqual(['reason'])
    expect(fieldsWithErrors(await review(one.certificationId, 'askMore'))).toEqual(['reason'])
    expect(contentOf(await review(one.certificationId, 'askMore', '请补充授权委托书')).status).toBe('more_info')
    expect(await auth(one.client)).toMatchObject({
      authStatus: 'more_info',
      maySubmit: true,
      latest: { reason: '请补充授权委托书' },
    })
    const second = contentOf(await submit(app, one.client, one.licence, 'other'))
    expect(second.version).toBe(2)
    contentOf(await review(second.certificationId, 'reject', '照片不清晰'))
    const shown = contentOf(await one.client.api.accounts.companyAuth({}))
    expect(shown).toMatchObject({ latestStatus: 'rejected', reason: '照片不清晰', step: 'certification' })
    expect((await auth(one.client)).versions.map(({ status }) => status)).toEqual(['rejected', 'more_info'])
  })

  test('leaves the older version in force when a newer one is rejected', async () => {
    const { client, licence } = await certifiedOwner(app)
    const { certificationId } = contentOf(await submit(app, client, licence, 'other'))
    contentOf(await review(certificationId, 'reject', '与原件不符'))
    expect(await auth(client)).toMatchObject({
      authStatus: 'approved',
      inForce: { version: 1 },
      latest: { version: 2 },
    })
  })

  test('is decided once under concurrent decisions', async () => {
    const one = await waiting()
    const [approve, reject] = [review(one.certificationId, 'approve'), review(one.certificationId, 'reject', '不清晰')]
    const more = [review(one.certificationId, 'askMore', '请补充'), review(one.certificationId, 'approve')]
    const answers = await Promise.all([approve, reject, ...more])
    const failed = Array.from({ length: 3 }, () => 'stepNotAllowed')
    expect(answers.map(failureOf).sort()).toEqual(['none', ...failed].sort())
    expect(await certificationSteps(app, one.companyId)).toHaveLength(2)
    expect(failureOf(await review(one.certificationId, 'approve'))).toBe('stepNotAllowed')
  })

  test('rejects a second company with the same credit code', async () => {
    const code = licenceOf().creditCode
    const people = [await loner(app), await loner(app)]
    const versions: number[] = []
    for (const { client } of people) {
      const sent = contentOf(await submit(app, client, licenceOf({ creditCode: code }), 'other'))
      versions.push(sent.certificationId)
    }
    const answers = await Promise.all(versions.map((id) => review(id, 'approve')))
    expect(answers.map(failureOf).sort()).toEqual(['creditCodeUsed', 'none'])
  })

  test('is limited to operators of other companies', async () => {
    const one = await waiting()
    const { certificationId } = one
    const input = { certificationId, decision: 'approve' as const }
    expect(failureOf(await one.client.api.accounts.certificationReview(input))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.accounts.certificationReview(input))).toBe('sessionInvalid')
    expect(failureOf(await review(missingId, 'approve'))).toBe('notFound')
    await app.db
      .update(users)
      .set({ isOperator: true, operatorRoles: ['admin'] })
      .where(eq(users.id, one.userId))
    expect(failureOf(await one.client.api.accounts.certificationReview(input))).toBe('ownCompany')
    expect((await auth(one.client)).latest?.status).toBe('submitted')
  })
})

describe('certificationReviews', () => {
  test('lists versions with counts, submitter and the version in force', async () => {
    const { client, licence, companyId } = await certifiedOwner(app)
    const { certificationId } = contentOf(await submit(app, client, { ...licence, address: '新地址 9 号' }, 'other'))
    const input = { keyword: licence.companyName, status: 'submitted' as const }
    const page = contentOf(await ops.api.accounts.certificationReviews(input))
    expect(page).toMatchObject({ total: 1, counts: { submitted: 1, approved: 1 } })
    const [row] = page.data
    expect(row).toMatchObject({ certificationId, companyId, version: 2, address: '新地址 9 号' })
    expect(row?.inForce).toMatchObject({ version: 1, address: licence.address })
    expect(row?.submittedBy).toMatch(/^人员/)
    const both = contentOf(await ops.api.accounts.certificationReviews({ keyword: licence.creditCode }))
    expect(both.data.map(({ version, inForce }) => [version, inForce?.version])).toEqual([
      [2, 1],
      [1, undefined],
    ])
  })

  test('lists waiting versions before decided ones, regardless of age', async () => {
    const early = await waiting()
    const late = await waiting()
    await review(late.certificationId, 'approve')
    const { data } = contentOf(await ops.api.accounts.certificationReviews({ pageSize: 100 }))
    const place = (id: number) => data.findIndex(({ certificationId }) => certificationId === id)
    expect(place(early.certificationId)).toBeGreaterThanOrEqual(0)
    expect(place(early.certificationId)).toBeLessThan(place(late.certificationId))
  })

  test('shows the licence to operators only', async () => {
    const one = await waiting()
    const [row] = contentOf(await ops.api.accounts.certificationReviews({ status: 'submitted' })).data
    const { client: stranger } = await loner(app)
    const get = async (who: Client) => {
      const token = who.cookies.get('token') ?? ''
      const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const request = new Request(`http://localhost:4321${row?.licenceUrl}`, { headers: { token, cookie } })
      const answer = await app.fetch(request)
      return [answer.status, answer.headers.get('cache-control')]
    }
    expect(await get(ops)).toEqual([200, 'private, no-store'])
    expect(await get(one.client)).toEqual([200, 'private, no-store'])
    expect((await get(stranger))[0]).toBe(404)
  })

  test('is limited to operators; the search takes wildcards literally', async () => {
    expect(contentOf(await ops.api.accounts.certificationReviews({ keyword: '%' })).total).toBe(0)
    expect(fieldsWithErrors(await ops.api.accounts.certificationReviews({ keyword: '长'.repeat(81) }))).toEqual([
      'keyword',
    ])
    const { client } = await loner(app)
    expect(failureOf(await client.api.accounts.certificationReviews({}))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.accounts.certificationReviews({}))).toBe('sessionInvalid')
  })
})
