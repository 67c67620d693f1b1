import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { annexOpenings, demandAcceptances, demands } from '../../../src/db/tables/demands.ts'
import { confidentialityTerms } from '../../../src/domain/demands/confidentiality.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
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
} from '../../support/scenes/demands/annex.ts'
import { openDemand, setDeadline } from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const buyer2 = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')
const person = clientForFile(app, 'person')
const guest = visitorForFile(app)

const hash = 'a'.repeat(64)

describe('demandAnnexes', () => {
  test('returns terms and file count to a supplier, and the files after acceptance', async () => {
    const { demandId, annex } = await confidentialDemand(app, buyer)
    const closed = contentOf(await seller.api.demands.demandAnnexes({ demandId }))
    expect(closed).toEqual({
      state: 'closed',
      terms: confidentialityTerms(secret.own),
      termsHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      hasText: true,
      fileCount: 1,
    })
    await accept(seller, demandId)
    expect(contentOf(await seller.api.demands.demandAnnexes({ demandId }))).toEqual({
      state: 'open',
      acceptedAt: expect.any(String),
      agreementNo: '',
      hasText: true,
      files: [{ fileId: annex.fileId, name: secret.file, size: annex.size, url: annex.url }],
    })
    expect(contentOf(await seller3.api.demands.demandAnnexes({ demandId }))).toMatchObject({ state: 'closed' })
  })

  test('returns everything to the owner without logging', async () => {
    const { demandId, annex } = await confidentialDemand(app, buyer)
    expect(contentOf(await buyer.api.demands.demandAnnexes({ demandId }))).toMatchObject({
      state: 'owner',
      hasText: true,
      files: [{ fileId: annex.fileId }],
    })
    expect(contentOf(await buyer.api.demands.annexText({ demandId }))).toEqual({ text: secret.text })
    expect(await openingsOf(app, demandId)).toEqual([])
  })

  test('returns none for a demand without confidential part', async () => {
    const demandId = await openDemand(app, buyer)
    expect(contentOf(await seller.api.demands.demandAnnexes({ demandId }))).toEqual({ state: 'none' })
    expect(failureOf(await seller.api.demands.annexText({ demandId }))).toBe('notFound')
    expect(failureOf(await seller.api.demands.annexAccept({ demandId, termsHash: hash }))).toBe('notFound')
  })

  test('returns the first unmet requirement', async () => {
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
    expect(await met(await signInAs(app, 'sub'))).toEqual(['forbidden', 'forbidden', 'notSeller'])
    const { companyId } = await idsOf(app, 'seller')
    await certifiedAs(app, companyId, 'draft', async () => expect(await met(seller)).toEqual(both('notCertified')))
    await certifiedAs(app, companyId, 'expired', async () =>
      expect(await met(seller)).toEqual(both('certificationExpired')),
    )
    await colleagueOf(app, 'person', companyId, async () => expect(await met(person)).toEqual(both('forbidden')))
  })

  test('returns 404 for demands that are not public', async () => {
    const { demandId } = await confidentialDemand(app, buyer)
    for (const status of ['draft', 'pending_review', 'rejected', 'closed', 'expired'] as const) {
      await app.db.update(demands).set({ status }).where(eq(demands.id, demandId))
      expect(failureOf(await seller.api.demands.demandAnnexes({ demandId })), status).toBe('notFound')
      expect(failureOf(await seller.api.demands.annexText({ demandId })), status).toBe('notFound')
      expect(failureOf(await seller.api.demands.annexAccept({ demandId, termsHash: hash })), status).toBe('notFound')
    }
    expect(failureOf(await seller.api.demands.demandAnnexes({ demandId: missingId }))).toBe('notFound')
    for (const field of ['demandAnnexes', 'annexText'] as const)
      expect(fieldsWithErrors(await seller.api.demands[field]({ demandId: 0 }))).toEqual(['demandId'])
  })
})

describe('accepting the terms', () => {
  test('saves the full terms once under repeated and parallel requests', async () => {
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

  test('returns conflict for outdated terms', async () => {
    const { demandId } = await confidentialDemand(app, buyer)
    expect(failureOf(await seller.api.demands.annexAccept({ demandId, termsHash: hash }))).toBe('conflict')
    expect(fieldsWithErrors(await seller.api.demands.annexAccept({ demandId, termsHash: 'x' }))).toEqual(['termsHash'])
    expect(failureOf(await seller.api.demands.annexText({ demandId }))).toBe('termsNotAccepted')
    expect(await acceptancesOf(app, demandId)).toBe(0)
  })

  test('is rejected for the own demand and after the deadline', async () => {
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
  test('logs openings, at most one per minute', async () => {
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

  test('stays readable after acceptance when the certification expires', async () => {
    const { demandId } = await confidentialDemand(app, buyer)
    await accept(seller, demandId)
    await certifiedAs(app, (await idsOf(app, 'seller')).companyId, 'expired', async () =>
      expect(failureOf(await seller.api.demands.annexText({ demandId }))).toBe('none'),
    )
  })
})
