import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { annexOpenings, demandAcceptances, demands } from '../../../src/db/tables/demands.ts'
import { termsOf } from '../../../src/domain/demands/confidentiality.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import {
  accept,
  acceptancesOf,
  certifiedAs,
  colleagueOf,
  confidentialDemand,
  idsOf,
  openingsOf,
  secret,
} from './annex-scene.ts'
import { openDemand, setDeadline } from './scene.ts'

let app: TestApp
let buyer: Client
let buyer2: Client
let seller: Client
let seller3: Client
let person: Client
let guest: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  buyer2 = await as(app, 'buyer2')
  seller = await as(app, 'seller')
  seller3 = await as(app, 'seller3')
  person = await as(app, 'person')
  guest = visitor(app)
})
afterAll(() => app.close())

const hash = 'a'.repeat(64)

describe('what of the confidential part is shown', () => {
  test('a supplier sees the terms and the number of files, and after accepting them the files', async () => {
    const { demandId, annex } = await confidentialDemand(app, buyer)
    const closed = contentOf(await seller.api.demands.demandAnnexes({ demandId }))
    expect(closed).toEqual({
      state: 'closed',
      terms: termsOf(secret.own),
      termsHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      hasText: true,
      fileCount: 1,
    })
    await accept(seller, demandId)
    expect(contentOf(await seller.api.demands.demandAnnexes({ demandId }))).toEqual({
      state: 'open',
      acceptedAt: expect.any(String),
      hasText: true,
      files: [{ fileId: annex.fileId, name: secret.file, size: annex.size, url: annex.url }],
    })
    expect(contentOf(await seller3.api.demands.demandAnnexes({ demandId }))).toMatchObject({ state: 'closed' })
  })

  test('the owner sees everything, without a line in the log', async () => {
    const { demandId, annex } = await confidentialDemand(app, buyer)
    expect(contentOf(await buyer.api.demands.demandAnnexes({ demandId }))).toMatchObject({
      state: 'owner',
      hasText: true,
      files: [{ fileId: annex.fileId }],
    })
    expect(contentOf(await buyer.api.demands.annexText({ demandId }))).toEqual({ text: secret.text })
    expect(await openingsOf(app, demandId)).toEqual([])
  })

  test('a demand without one has none', async () => {
    const demandId = await openDemand(app, buyer)
    expect(contentOf(await seller.api.demands.demandAnnexes({ demandId }))).toEqual({ state: 'none' })
    expect(failureOf(await seller.api.demands.annexText({ demandId }))).toBe('notFound')
    expect(failureOf(await seller.api.demands.annexAccept({ demandId, termsHash: hash }))).toBe('notFound')
  })

  test('whoever cannot read is told what to do first', async () => {
    const { demandId } = await confidentialDemand(app, buyer)
    const met = async (client: Client) => [
      failureOf(await client.api.demands.demandAnnexes({ demandId })),
      failureOf(await client.api.demands.annexText({ demandId })),
      failureOf(await client.api.demands.annexAccept({ demandId, termsHash: hash })),
    ]
    const both = (name: string) => [name, name, name]
    expect(await met(guest)).toEqual(both('sessionInvalid'))
    expect(await met(person)).toEqual(both('notCertified'))
    expect(await met(buyer2)).toEqual(both('notSeller'))
    expect(await met(await as(app, 'sub'))).toEqual(['forbidden', 'forbidden', 'notSeller'])
    const { companyId } = await idsOf(app, 'seller')
    await certifiedAs(app, companyId, 'draft', async () => expect(await met(seller)).toEqual(both('notCertified')))
    await certifiedAs(app, companyId, 'expired', async () =>
      expect(await met(seller)).toEqual(both('certificationExpired')),
    )
    await colleagueOf(app, 'person', companyId, async () => expect(await met(person)).toEqual(both('forbidden')))
  })

  test('what is not public is not there', async () => {
    const { demandId } = await confidentialDemand(app, buyer)
    for (const status of ['draft', 'pending_review', 'rejected', 'closed', 'expired'] as const) {
      await app.db.update(demands).set({ status }).where(eq(demands.id, demandId))
      expect(failureOf(await seller.api.demands.demandAnnexes({ demandId })), status).toBe('notFound')
      expect(failureOf(await seller.api.demands.annexText({ demandId })), status).toBe('notFound')
      expect(failureOf(await seller.api.demands.annexAccept({ demandId, termsHash: hash })), status).toBe('notFound')
    }
    expect(failureOf(await seller.api.demands.demandAnnexes({ demandId: missingId }))).toBe('notFound')
    for (const field of ['demandAnnexes', 'annexText'] as const)
      expect(faultyFields(await seller.api.demands[field]({ demandId: 0 }))).toEqual(['demandId'])
  })
})

describe('accepting the terms', () => {
  test('keeps them whole, once, however often and at once they are accepted', async () => {
    const { demandId } = await confidentialDemand(app, buyer)
    const seen = contentOf(await seller.api.demands.demandAnnexes({ demandId }))
    if (seen.state !== 'closed') throw new Error(seen.state)
    const { termsHash } = seen
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => seller.api.demands.annexAccept({ demandId, termsHash })),
    )
    expect(new Set(answers.map((answer) => contentOf(answer).acceptedAt)).size).toBe(1)
    expect(await acceptancesOf(app, demandId)).toBe(1)
    const [kept] = await app.db.select().from(demandAcceptances).where(eq(demandAcceptances.demandId, demandId))
    expect(kept).toMatchObject({ terms: seen.terms, ...(await idsOf(app, 'seller')), revokedAt: null })
    expect(kept?.terms).toContain(secret.own)
  })

  test('takes only the terms that were shown', async () => {
    const { demandId } = await confidentialDemand(app, buyer)
    expect(failureOf(await seller.api.demands.annexAccept({ demandId, termsHash: hash }))).toBe('conflict')
    expect(faultyFields(await seller.api.demands.annexAccept({ demandId, termsHash: 'x' }))).toEqual(['termsHash'])
    expect(failureOf(await seller.api.demands.annexText({ demandId }))).toBe('termsNotAccepted')
    expect(await acceptancesOf(app, demandId)).toBe(0)
  })

  test('is not for one’s own demand, nor after the end of offering', async () => {
    const mine = await confidentialDemand(app, seller)
    expect(failureOf(await seller.api.demands.annexAccept({ demandId: mine.demandId, termsHash: hash }))).toBe(
      'ownDemand',
    )
    const { demandId } = await confidentialDemand(app, buyer)
    await setDeadline(app, demandId, -1)
    expect(failureOf(await seller.api.demands.annexAccept({ demandId, termsHash: hash }))).toBe('annexOver')
    expect(contentOf(await seller.api.demands.demandAnnexes({ demandId }))).toEqual({ state: 'over' })
    expect(await acceptancesOf(app, demandId)).toBe(0)
  })
})

describe('the text', () => {
  test('is logged with every opening, and once within a minute', async () => {
    const { demandId } = await confidentialDemand(app, buyer)
    await accept(seller, demandId)
    const opened = { userId: (await idsOf(app, 'seller')).userId, fileId: null }
    const answers = await Promise.all(Array.from({ length: 4 }, () => seller.api.demands.annexText({ demandId })))
    expect(answers.map((answer) => contentOf(answer).text)).toEqual(Array.from({ length: 4 }, () => secret.text))
    expect(await openingsOf(app, demandId)).toEqual([opened])
    await app.db.update(annexOpenings).set({ openedAt: new Date(Date.now() - 61_000) })
    contentOf(await seller.api.demands.annexText({ demandId }))
    expect(await openingsOf(app, demandId)).toEqual([opened, opened])
  })

  test('stays readable for who accepted when the certification expires', async () => {
    const { demandId } = await confidentialDemand(app, buyer)
    await accept(seller, demandId)
    await certifiedAs(app, (await idsOf(app, 'seller')).companyId, 'expired', async () =>
      expect(failureOf(await seller.api.demands.annexText({ demandId }))).toBe('none'),
    )
  })
})
