import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { certifications } from '../../../src/db/tables/accounts.ts'
import { certifiedUntilOf } from '../../../src/domain/accounts/certification.ts'
import { date } from '../../../src/domain/time.ts'
import { contentOf } from '../../support/client.ts'
import { queuedDigestMails } from '../../support/digest-queue.ts'
import { certificationSteps, certifiedOwner, setCertification, submit } from '../../support/scenes/accounts/company.ts'
import { expireCertifications } from '../../../src/server/accounts/certification/expire-certifications.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

const run = () => expireCertifications(app.db, { push: app.runtime.push, pages: app.runtime.pages })
/** Sets a certification to end at the end of the day in so many days. */
const endIn = (companyId: number, days: number) => {
  const certifiedUntil = certifiedUntilOf(date(new Date(Date.now() + days * 86_400_000).toISOString()))
  return setCertification(app, companyId, { certifiedUntil })
}
const mails = async () => (await queuedDigestMails(app)).map(({ subject }) => subject)

test('a certification expires once after its last day, even in concurrent runs; a new version renews it', async () => {
  const due = await certifiedOwner(app)
  const still = await certifiedOwner(app)
  await endIn(due.companyId, -1)
  await endIn(still.companyId, 0)
  const send = vi.spyOn(app.runtime.push, 'send')
  await Promise.all([run(), run()])
  await run()
  const own = contentOf(await due.client.api.accounts.organizationAuth({}))
  expect(own).toMatchObject({ authStatus: 'expired', inForce: null, latest: { status: 'expired' }, maySubmit: true })
  expect(contentOf(await still.client.api.accounts.companyInfo({})).authStatus).toBe('approved')
  expect((await certificationSteps(app, due.companyId)).slice(2)).toEqual(['approved expire expired'])
  const told = send.mock.calls.filter(([userId]) => userId === due.userId)
  expect(told).toHaveLength(1)
  expect(JSON.stringify(told)).toContain('企业认证已过期')
  send.mockRestore()
  expect((await mails()).filter((subject) => subject === '企业认证已过期')).toHaveLength(1)
  contentOf(await submit(app, due.client, due.licence, 'same'))
  expect(contentOf(await due.client.api.accounts.companyInfo({})).authStatus).toBe('approved')
})

test('only the version in force expires', async () => {
  const { client, licence, companyId } = await certifiedOwner(app)
  contentOf(await submit(app, client, licence, 'same'))
  await endIn(companyId, -3)
  await run()
  const versions = await app.db.select().from(certifications).where(eq(certifications.companyId, companyId))
  expect(versions.toSorted((a, b) => a.version - b.version).map(({ status }) => status)).toEqual([
    'approved',
    'expired',
  ])
})

test('a company is notified 30, 7 and 1 days before, each once, and again after a renewal', async () => {
  const { client, licence, companyId, userId } = await certifiedOwner(app)
  const send = vi.spyOn(app.runtime.push, 'send')
  const told = () => send.mock.calls.filter(([to]) => to === userId).length
  const counts: number[] = []
  for (const days of [31, 30, 29, 8, 7, 7, 2, 1, 0]) {
    await endIn(companyId, days)
    await Promise.all([run(), run()])
    counts.push(told())
  }
  expect(counts).toEqual([0, 1, 1, 1, 2, 2, 2, 3, 3])
  contentOf(await submit(app, client, licence, 'same'))
  const before = told()
  await endIn(companyId, 20)
  await run()
  expect(told()).toBe(before + 1)
  send.mockRestore()
})
