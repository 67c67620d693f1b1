import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { annexOpenings, demands, offers, offerVersions } from '../../../src/db/tables/demands.ts'
import { signInAs, contentOf, visitor, type Client } from '../../support/client.ts'
import { pdf } from '../../support/uploads.ts'
import { accept, colleagueOf, confidentialDemand, idsOf, open, openingsOf } from '../../support/scenes/demands/annex.ts'
import { openDemand, setDeadline, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
const people: Record<string, Client> = {}
const who = (name: string) => people[name] ?? visitor(app)
beforeAll(async () => {
  for (const name of ['buyer', 'buyer2', 'seller', 'seller2', 'seller3', 'person', 'sub', 'ops'] as const)
    people[name] = await signInAs(app, name)
  people.guest = visitor(app)
})

/** Names of the accounts that can open a file; refusals must not be cacheable. */
async function openTo(url: string): Promise<string[]> {
  const able: string[] = []
  for (const name of Object.keys(people)) {
    const response = await open(app, who(name), url)
    if (response.status === 200) able.push(name)
    else expect([response.status, response.headers.get('cache-control')], name).toEqual([404, 'no-store'])
  }
  return able
}

describe('an annex', () => {
  test('can be opened by its owner, by suppliers who accepted the terms and by operators only', async () => {
    const { annex, demandId } = await confidentialDemand(app, who('buyer'))
    expect(await openTo(annex.url)).toEqual(['buyer', 'ops'])
    await accept(who('seller'), demandId)
    expect(await openTo(annex.url)).toEqual(['buyer', 'seller', 'ops'])
    await colleagueOf(app, 'person', (await idsOf(app, 'seller')).companyId, async () =>
      expect(await openTo(annex.url)).toEqual(['buyer', 'seller', 'ops']),
    )
  })

  test('logs each opening, except by the owner and refused ones', async () => {
    const { annex, demandId } = await confidentialDemand(app, who('buyer'))
    await accept(who('seller'), demandId)
    const [seller, ops] = [await idsOf(app, 'seller'), await idsOf(app, 'ops')]
    const line = (userId: number) => ({ userId, fileId: annex.fileId })
    for (const name of ['buyer', 'sub', 'seller3', 'guest', 'person']) await open(app, who(name), annex.url)
    expect(await openingsOf(app, demandId)).toEqual([])
    await open(app, who('seller'), annex.url, 'HEAD')
    await Promise.all([open(app, who('seller'), annex.url), open(app, who('seller'), annex.url)])
    expect(await openingsOf(app, demandId)).toEqual([line(seller.userId)])
    await app.db.update(annexOpenings).set({ openedAt: new Date(Date.now() - 61_000) })
    await open(app, who('seller'), annex.url)
    await open(app, who('ops'), annex.url)
    expect(await openingsOf(app, demandId)).toEqual([line(seller.userId), line(seller.userId), line(ops.userId)])
  })

  test('stays readable for companies with an offer while evaluating, afterwards for the winner', async () => {
    const { annex, demandId } = await confidentialDemand(app, who('buyer'))
    for (const name of ['seller', 'seller2', 'seller3']) await accept(who(name), demandId)
    const won = await submittedOffer(who('seller'), demandId)
    const lost = await submittedOffer(who('seller3'), demandId)
    expect(await openTo(annex.url)).toEqual(['buyer', 'seller', 'seller2', 'seller3', 'ops'])
    await setDeadline(app, demandId, -1)
    expect(await openTo(annex.url)).toEqual(['buyer', 'seller', 'seller3', 'ops'])
    const moved = async (status: 'evaluating' | 'awarded' | 'closed') =>
      app.db.update(demands).set({ status }).where(eq(demands.id, demandId))
    await moved('evaluating')
    expect(await openTo(annex.url)).toEqual(['buyer', 'seller', 'seller3', 'ops'])
    await app.db.update(offers).set({ status: 'accepted' }).where(eq(offers.id, won))
    await app.db.update(offers).set({ status: 'lost' }).where(eq(offers.id, lost))
    for (const status of ['awarded', 'closed'] as const) {
      await moved(status)
      expect(await openTo(annex.url), status).toEqual(['buyer', 'seller', 'ops'])
    }
    expect(contentOf(await who('seller').api.demands.demandAnnexes({ demandId })).state).toBe('open')
  })

  test('is closed for all suppliers when the demand ends without award', async () => {
    const { annex, demandId } = await confidentialDemand(app, who('buyer'))
    await accept(who('seller'), demandId)
    await submittedOffer(who('seller'), demandId)
    for (const status of ['closed', 'expired'] as const) {
      await app.db.update(demands).set({ status }).where(eq(demands.id, demandId))
      expect(await openTo(annex.url), status).toEqual(['buyer', 'ops'])
    }
  })
})

describe('a file of an offer', () => {
  test('can be opened by its supplier, and by the buyer once the version is readable', async () => {
    const demandId = await openDemand(app, who('buyer'))
    const offerId = await submittedOffer(who('seller'), demandId)
    const file = contentOf(await who('seller').upload('attachment', new File([pdf], '技术方案.pdf')))
    const kept = { fileId: file.fileId, name: file.name, size: file.size, sha256: '' }
    const ofVersion = eq(offerVersions.offerId, offerId)
    await app.db
      .update(offerVersions)
      .set({ files: [kept], sealed: true })
      .where(ofVersion)
    expect(await openTo(file.url)).toEqual(['seller'])
    await app.db.update(offerVersions).set({ openedAt: new Date() }).where(ofVersion)
    expect(await openTo(file.url)).toEqual(['buyer', 'seller', 'ops'])
    await app.db.update(offerVersions).set({ sealed: false, openedAt: null }).where(ofVersion)
    expect(await openTo(file.url)).toEqual(['buyer', 'seller', 'ops'])
    await app.db.update(offers).set({ status: 'withdrawn' }).where(eq(offers.id, offerId))
    expect(await openTo(file.url)).toEqual(['seller', 'ops'])
    await app.db.update(offerVersions).set({ version: 0 }).where(ofVersion)
    expect(await openTo(file.url)).toEqual(['seller'])
    await colleagueOf(app, 'person', (await idsOf(app, 'seller')).companyId, async () =>
      expect(await openTo(file.url)).toEqual(['seller']),
    )
  })
})

test('an unused attachment is accessible to its company only', async () => {
  const file = contentOf(await who('buyer').upload('attachment', new File([pdf], '草稿.pdf')))
  expect(await openTo(file.url)).toEqual(['buyer', 'sub', 'ops'])
})
