import { asc, count, eq } from 'drizzle-orm'
import { companies, users } from '../../../../src/db/tables/accounts.ts'
import { annexOpenings, demandAcceptances, demandFiles, demands } from '../../../../src/db/tables/demands.ts'
import type { Uploaded } from '../../../../src/contract/operations/files.ts'
import type { Account } from '../../accounts.ts'
import { origin, type TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { pdf } from '../../uploads.ts'
import { openDemand } from './demand.ts'

/** Confidential content that must not be visible without accepting the terms. */
export const secret = { text: '候选化合物ZK8812的合成路线', file: '结构确证ZK8812.pdf', own: '不得向关联企业披露' }

/** A demand with a confidential text, one annex and the buyer's terms. */
export interface Confidential {
  readonly demandId: number
  readonly annex: Uploaded
}

/** Opens a demand of the buyer with a confidential part. */
export async function confidentialDemand(app: TestApp, buyer: Client): Promise<Confidential> {
  const demandId = await openDemand(app, buyer)
  const annex = contentOf(await buyer.upload('attachment', new File([pdf], secret.file)))
  await app.db
    .update(demands)
    .set({ confidential: true, confidentialText: secret.text, ownTerms: secret.own })
    .where(eq(demands.id, demandId))
  await app.db.insert(demandFiles).values({ demandId, fileId: annex.fileId, audience: 'confidential' })
  return { demandId, annex }
}

/** Reads the terms and accepts them. */
export async function accept(seller: Client, demandId: number): Promise<void> {
  const seen = contentOf(await seller.api.demands.demandAnnexes({ demandId }))
  if (seen.state !== 'closed') throw new Error(`The annexes are ${seen.state}`)
  contentOf(await seller.api.demands.annexAccept({ demandId, termsHash: seen.termsHash }))
}

/** Requests a file like a link on a page. */
export const open = (app: TestApp, client: Client, url: string, method = 'GET') =>
  app.fetch(
    new Request(origin + url, {
      method,
      headers: { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    }),
  )

/** Openings of a demand's confidential part, in order: user and file (null = the text). */
export const openingsOf = (app: TestApp, demandId: number) =>
  app.db
    .select({ userId: annexOpenings.userId, fileId: annexOpenings.fileId })
    .from(annexOpenings)
    .where(eq(annexOpenings.demandId, demandId))
    .orderBy(asc(annexOpenings.id))

/** How many companies' acceptances a demand has. */
export const acceptancesOf = async (app: TestApp, demandId: number) =>
  (await app.db.select({ count: count() }).from(demandAcceptances).where(eq(demandAcceptances.demandId, demandId)))[0]
    ?.count

/** Ids of an account and its company. */
export async function idsOf(app: TestApp, account: Account): Promise<{ userId: number; companyId: number }> {
  const [row] = await app.db
    .select({ userId: users.id, companyId: users.companyId })
    .from(users)
    .where(eq(users.loginName, account))
  return { userId: row?.userId ?? 0, companyId: row?.companyId ?? 0 }
}

/** Sets a company's certification status during a callback. */
export async function certifiedAs(
  app: TestApp,
  companyId: number,
  certification: 'draft' | 'expired',
  what: () => Promise<void>,
): Promise<void> {
  const set = (state: 'draft' | 'expired' | 'approved') =>
    app.db.update(companies).set({ certification: state }).where(eq(companies.id, companyId))
  await set(certification)
  await what().finally(() => set('approved'))
}

/** Makes an account a member without permissions of another company during a callback. */
export async function colleagueOf(
  app: TestApp,
  account: Account,
  companyId: number,
  what: () => Promise<void>,
): Promise<void> {
  const [before] = await app.db
    .select({ companyId: users.companyId, isOwner: users.isOwner })
    .from(users)
    .where(eq(users.loginName, account))
  await app.db.update(users).set({ companyId, isOwner: false }).where(eq(users.loginName, account))
  await what().finally(() =>
    app.db
      .update(users)
      .set(before ?? {})
      .where(eq(users.loginName, account)),
  )
}
