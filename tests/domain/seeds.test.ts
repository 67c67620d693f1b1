import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { build } from '../../src/db/seeds/build.ts'
import { demoIds } from '../../src/db/seeds/build-accounts.ts'
import { validCas, validCreditCode } from '../../src/db/seeds/codes.ts'
import { compounds } from '../../src/db/seeds/data/compounds.ts'
import { orderParties, readParty } from '../../src/domain/chat/party.ts'
import { demandStatuses, demandTransitions } from '../../src/domain/demands/demand-states.ts'
import { offerStatuses, offerTransitions } from '../../src/domain/demands/offer-states.ts'
import { milestonesEven, offerTotal, splitByMilestones } from '../../src/domain/demands/offer-terms.ts'
import { orderStatuses, orderTransitions } from '../../src/domain/orders/order-states.ts'
import { paymentStatuses } from '../../src/domain/orders/payment-states.ts'
import { listingStatuses } from '../../src/domain/catalogue/listing.ts'
import { certificationStatuses } from '../../src/domain/accounts/certification.ts'
import { cut } from '../../src/server/search/words.ts'
import { lexicon } from '../../src/server/search/lexicon.ts'

const now = new Date('2026-11-20T06:30:00Z')
const rows = build(now)
const { accounts, catalogue, demands, orders, chats } = rows
const companies = accounts.organisations.map(({ company }) => company)
const marks = join(import.meta.dirname, '../../src/ui/marks')
const repeated = (list: readonly unknown[]) => list.filter((each, index) => list.indexOf(each) !== index)
const statusesOf = (list: readonly { status?: string | undefined }[]) => new Set(list.map(({ status }) => status))

describe('size and determinism', () => {
  it('has at least what the demo needs', () => {
    expect(accounts.organisations.filter(({ shop }) => shop !== undefined).length).toBeGreaterThanOrEqual(26)
    expect(accounts.organisations.filter(({ shop }) => shop === undefined).length).toBeGreaterThanOrEqual(8)
    expect(catalogue.services.length).toBeGreaterThanOrEqual(220)
    expect(catalogue.products.length).toBeGreaterThanOrEqual(420)
    expect(demands.demands.length).toBeGreaterThanOrEqual(90)
    expect(demands.offers.length).toBeGreaterThanOrEqual(150)
    expect(orders.orders.length).toBeGreaterThanOrEqual(80)
    expect(chats.messages.length).toBeGreaterThanOrEqual(150)
    expect(compounds.length).toBeGreaterThanOrEqual(120)
    expect(lexicon.length).toBeGreaterThanOrEqual(300)
  })

  it('makes the same rows twice', () => {
    expect(build(now)).toEqual(rows)
  })

  it('keeps the past past and the future ahead at any time of day', () => {
    for (const moment of ['2026-11-19T16:00:00Z', '2026-11-20T15:59:00Z']) {
      const made = build(new Date(moment))
      const past = [
        ...made.changes.map(({ createdAt }) => createdAt),
        ...made.chats.messages.map(({ createdAt }) => createdAt),
        ...made.orders.orders.map(({ createdAt }) => createdAt),
        ...made.demands.versions.map(({ createdAt }) => createdAt),
      ]
      expect(past.filter((each) => each === undefined || each > new Date(moment))).toEqual([])
      const open = made.demands.demands.filter(({ status }) => status === 'open')
      expect(open.filter(({ deadline }) => deadline.getTime() - Date.parse(moment) < 3_600_000)).toEqual([])
    }
  })
})

describe('companies and people', () => {
  it('have valid and different credit codes', () => {
    expect(companies.filter(({ creditCode }) => !validCreditCode(creditCode ?? ''))).toEqual([])
    expect(repeated(companies.map(({ creditCode }) => creditCode))).toEqual([])
    expect(validCreditCode('91510100MA6C00P83R')).toBe(true)
    expect(validCreditCode('91510100MA6C00P83T')).toBe(false)
  })

  it('lie in known districts', () => {
    const codes = new Set(rows.districts.map(({ code }) => code))
    expect(companies.filter(({ districtCode }) => !codes.has(districtCode))).toEqual([])
    expect(rows.districts.filter(({ parentCode }) => typeof parentCode === 'string' && !codes.has(parentCode))).toEqual(
      [],
    )
  })

  it('have different names, mobiles and login names', () => {
    expect(repeated(companies.map(({ name }) => name))).toEqual([])
    expect(repeated(accounts.users.map(({ loginName }) => loginName.toLowerCase()))).toEqual([])
    expect(repeated(accounts.users.map(({ mobile }) => mobile))).toEqual([])
    expect(accounts.users.filter(({ mobile }) => !/^1[3-9]\d{9}$/.test(mobile ?? ''))).toEqual([])
  })

  it('include every demo account', () => {
    const byName = new Map(accounts.users.map((user) => [user.loginName, user]))
    for (const [name, id] of Object.entries(demoIds)) expect(byName.get(name)).toMatchObject({ id, demo: true })
    expect(accounts.userRoles.some(({ userId }) => userId === demoIds.sub)).toBe(false)
    const shopOf = (id: number) => accounts.organisations.find(({ ownerId }) => ownerId === id)?.shop
    expect(shopOf(demoIds.seller)).toMatchObject({ serviceCount: expect.any(Number), productCount: expect.any(Number) })
    expect(shopOf(demoIds.seller)?.productCount).toBeGreaterThan(0)
    expect(shopOf(demoIds.seller2)?.serviceCount).toBe(0)
    expect(shopOf(demoIds.seller3)?.productCount).toBe(0)
  })

  it('are certified in every state there is but the draft', () => {
    const found = new Set(companies.map(({ certification }) => certification))
    expect(certificationStatuses.filter((status) => status !== 'draft' && !found.has(status))).toEqual([])
  })
})

describe('catalogue', () => {
  const listings = [...catalogue.services, ...catalogue.products]

  it('has a different title and number for each listing', () => {
    expect(repeated(listings.map(({ title }) => title))).toEqual([])
    expect(repeated(catalogue.services.map(({ serviceNo }) => serviceNo))).toEqual([])
    expect(repeated(catalogue.products.map(({ productNo }) => productNo))).toEqual([])
  })

  it('fills every blank of the templates', () => {
    expect(listings.filter((row) => /\{\w+\}|undefined|NaN/.test(JSON.stringify(row)))).toEqual([])
  })

  it('names only marks and figures that exist', () => {
    const names = new Set([
      ...listings.map(({ figure }) => figure),
      ...catalogue.categories.flatMap(({ mark, figure }) => [mark, figure]),
    ])
    expect([...names].filter((name) => !existsSync(join(marks, `${name}.svg`)))).toEqual([])
  })

  it('shows a structure only for its own CAS number', () => {
    const own = new Map([
      ['fig-aspirin', '50-78-2'],
      ['fig-caffeine', '58-08-2'],
      ['fig-ibuprofen', '15687-27-1'],
      ['fig-paracetamol', '103-90-2'],
    ])
    expect(catalogue.products.filter(({ figure, cas }) => own.has(figure) && own.get(figure) !== cas)).toEqual([])
  })

  it('has right check digits in CAS numbers', () => {
    const numbers = [...compounds.map(({ cas }) => cas), ...catalogue.products.flatMap(({ cas }) => cas ?? [])]
    expect(numbers.filter((cas) => !validCas(cas))).toEqual([])
    expect(repeated(compounds.map(({ cas }) => cas))).toEqual([])
    expect(validCas('103-90-3')).toBe(false)
  })

  it('files each listing under a leaf of its own tree', () => {
    const leaves = new Map(catalogue.categories.filter(({ level }) => level === 4).map((row) => [row.id, row]))
    for (const row of catalogue.services)
      expect(leaves.get(row.categoryId)).toMatchObject({ kind: 'service', path: row.categoryPath })
    for (const row of catalogue.products)
      expect(leaves.get(row.categoryId)).toMatchObject({ kind: 'product', path: row.categoryPath })
  })

  it('has prices that fit their type, and one to five specifications a product', () => {
    for (const { priceType, price, highPrice } of listings) {
      expect(price === null).toBe(priceType === 2)
      expect((highPrice ?? 0) > (price ?? 0)).toBe(priceType === 1)
    }
    for (const { id, price } of catalogue.products) {
      const specs = catalogue.specs.filter(({ productId }) => productId === id)
      expect(specs.length).toBeGreaterThanOrEqual(2)
      expect(specs.length).toBeLessThanOrEqual(5)
      const lowest = Math.min(...specs.map((spec) => spec.price))
      expect(price ?? lowest).toBe(lowest)
    }
  })

  it('has steps that follow the time from week 1', () => {
    for (const { detail } of catalogue.services) {
      expect(Math.min(...detail.steps.map(({ from }) => from))).toBe(1)
      expect(detail.steps.filter(({ from, to }) => to < from)).toEqual([])
    }
  })

  it('counts what is published in the shops, in every state somewhere', () => {
    for (const { shop } of accounts.organisations) {
      if (shop === undefined) continue
      const published = (list: readonly { shopId: number; status?: string | undefined }[]) =>
        list.filter(({ shopId, status }) => shopId === shop.id && status === 'published').length
      expect([shop.serviceCount, shop.productCount]).toEqual([
        published(catalogue.services),
        published(catalogue.products),
      ])
    }
    for (const list of [catalogue.services, catalogue.products]) {
      expect(listingStatuses.filter((status) => !statusesOf(list).has(status))).toEqual([])
    }
  })
})

describe('demands and offers', () => {
  it('are there in every state', () => {
    expect(demandStatuses.filter((status) => !statusesOf(demands.demands).has(status))).toEqual([])
    expect(offerStatuses.filter((status) => !statusesOf(demands.offers).has(status))).toEqual([])
  })

  it('have numbers in their form and different ones', () => {
    expect(demands.demands.filter(({ demandNo }) => !/^XQ\d{8}-\d{4}$/.test(demandNo))).toEqual([])
    expect(repeated(demands.demands.map(({ demandNo }) => demandNo))).toEqual([])
    expect(repeated(demands.offers.map(({ offerNo }) => offerNo))).toEqual([])
  })

  it('have milestones that add up to 100 and totals that are the sum of their items', () => {
    expect(demands.versions.filter(({ milestones }) => !milestonesEven(milestones))).toEqual([])
    expect(demands.versions.filter(({ items, total }) => offerTotal(items) !== total)).toEqual([])
    const parts = demands.versions.flatMap(({ items }) =>
      items.flatMap(({ quantity, unitPrice }) => [quantity, unitPrice]),
    )
    expect(parts.filter((part) => !Number.isInteger(part) || part <= 0)).toEqual([])
  })

  it('have as many versions as they say', () => {
    for (const { id, version } of demands.offers) {
      const numbers = demands.versions.filter(({ offerId }) => offerId === id).map((each) => each.version)
      expect(numbers).toEqual(version === 0 ? [0] : Array.from({ length: version }, (_each, index) => index + 1))
    }
  })

  it('count offers but drafts and withdrawn ones', () => {
    for (const { id, offerCount } of demands.demands) {
      const counted = demands.offers.filter(
        ({ demandId, status }) => demandId === id && status !== 'draft' && status !== 'withdrawn',
      )
      expect(counted.length).toBe(offerCount)
    }
  })

  it('have one offer a supplier and demand, none of the buyer, and one accepted where awarded', () => {
    expect(repeated(demands.offers.map(({ demandId, companyId }) => `${demandId} ${companyId}`))).toEqual([])
    for (const { id, companyId, status } of demands.demands) {
      const own = demands.offers.filter(({ demandId }) => demandId === id)
      expect(own.filter((offer) => offer.companyId === companyId)).toEqual([])
      expect(own.filter((offer) => offer.status === 'accepted').length).toBe(status === 'awarded' ? 1 : 0)
    }
  })

  it('has the demand of the comparison with its four offers', () => {
    const demand = demands.demands.find(({ title }) => title === '比格犬 13 周重复给药毒性及毒代动力学试验')
    const offers = demands.offers.filter(({ demandId }) => demandId === demand?.id)
    const totals = offers.map(
      ({ id, version }) => demands.versions.find((each) => each.offerId === id && each.version === version)?.total,
    )
    expect(demand).toMatchObject({ status: 'open', budget: 96_000_000, offerCount: 4 })
    expect(totals).toEqual([88_800_000, 90_500_000, 92_600_000, 97_850_000])
  })
})

describe('orders', () => {
  it('are there in every state, payments too', () => {
    expect(orderStatuses.filter((status) => !statusesOf(orders.orders).has(status))).toEqual([])
    expect(paymentStatuses.filter((status) => !statusesOf(orders.payments).has(status))).toEqual([])
  })

  it('come to the sum of their lines, and payments split it', () => {
    for (const { id, total } of orders.orders) {
      const lines = orders.lines.filter(({ orderId }) => orderId === id)
      const payments = orders.payments.filter(({ orderId }) => orderId === id)
      expect(lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0)).toBe(total)
      expect(lines.filter((line) => line.amount !== line.quantity * line.unitPrice)).toEqual([])
      expect(payments.reduce((sum, { percent }) => sum + percent, 0)).toBe(100)
      expect(payments.map(({ amount }) => amount)).toEqual(
        splitByMilestones(
          total,
          payments.map(({ name, percent }) => ({ name, percent, dueDays: 0 })),
        ),
      )
    }
  })

  it('fill the desks of the demo accounts', () => {
    const companyOf = (id: number) => accounts.users.find((user) => user.id === id)?.companyId
    const of = (id: number, side: 'buyerCompanyId' | 'sellerCompanyId') =>
      orders.orders.filter((order) => order[side] === companyOf(id))
    expect(of(demoIds.buyer, 'buyerCompanyId').length).toBe(28)
    expect(of(demoIds.buyer2, 'buyerCompanyId').length).toBeGreaterThanOrEqual(10)
    expect(of(demoIds.seller, 'sellerCompanyId').length).toBeGreaterThanOrEqual(12)
    expect(of(demoIds.seller2, 'sellerCompanyId').length).toBeGreaterThanOrEqual(5)
    expect(of(demoIds.seller3, 'sellerCompanyId').length).toBeGreaterThanOrEqual(8)
    expect(statusesOf(of(demoIds.seller, 'sellerCompanyId')).size).toBeGreaterThanOrEqual(7)
  })

  it('rise in id with time and have different numbers', () => {
    const moments = orders.orders.map(({ createdAt }) => createdAt?.toISOString().slice(0, 10) ?? '')
    expect(moments).toEqual(moments.toSorted())
    expect(repeated(orders.orders.map(({ orderNo }) => orderNo))).toEqual([])
    expect(repeated(orders.orders.flatMap(({ demandId }) => demandId ?? []))).toEqual([])
  })
})

describe('histories', () => {
  const tables = { demand: demandTransitions, offer: offerTransitions, order: orderTransitions }

  it('take only steps that their transition tables know', () => {
    for (const name of ['demand', 'offer', 'order'] as const) {
      const known = tables[name].flatMap(({ from, event, to }) => from.map((each) => `${each} ${event} ${to}`))
      const steps = rows.changes
        .filter(({ entity }) => entity === name)
        .map(({ fromStatus, event, toStatus }) => `${fromStatus} ${event} ${toStatus}`)
      expect([...new Set(steps)].filter((step) => !known.includes(step))).toEqual([])
    }
  })

  it('end in the state that the row has, in the order of time', () => {
    const ends = new Map([
      ...demands.demands.map((row): [string, string] => [`demand ${row.id}`, row.status ?? 'draft']),
      ...demands.offers.map((row): [string, string] => [`offer ${row.id}`, row.status]),
      ...orders.orders.map((row): [string, string] => [`order ${row.id}`, row.status]),
      ...orders.payments.map((row): [string, string] => [`payment ${row.id}`, row.status ?? 'scheduled']),
      ...[...catalogue.services, ...catalogue.products].map((row): [string, string] => [
        `listing ${row.id}`,
        row.status ?? 'draft',
      ]),
      ...companies.map((row): [string, string] => [`certification ${row.id}`, row.certification ?? 'draft']),
    ])
    for (const [thing, steps] of Map.groupBy(rows.changes, ({ entity, entityId }) => `${entity} ${entityId}`)) {
      expect([thing, steps.at(-1)?.toStatus]).toEqual([thing, ends.get(thing)])
      const times = steps.map(({ createdAt }) => createdAt.getTime())
      expect([thing, times]).toEqual([thing, times.toSorted((a, b) => a - b)])
      steps.slice(1).forEach((step, index) => expect(step.fromStatus).toBe(steps[index]?.toStatus))
    }
  })
})

describe('chats', () => {
  it('have ordered parties and sequences without a gap', () => {
    for (const { id, partyA, partyB, lastSeq } of chats.conversations) {
      expect(partyA < partyB).toBe(true)
      expect([readParty(partyA), readParty(partyB)]).not.toContain(undefined)
      const own = chats.messages.filter(({ conversationId }) => conversationId === id)
      expect(own.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_each, index) => index + 1))
      expect(own.filter(({ senderParty }) => senderParty !== partyA && senderParty !== partyB)).toEqual([])
      const times = own.map(({ createdAt }) => createdAt?.getTime() ?? 0)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
    expect(orderParties('u:9', 'u:10')).toEqual({ partyA: 'u:10', partyB: 'u:9' })
  })

  it('are not read beyond their end', () => {
    const ends = new Map(chats.conversations.map(({ id, lastSeq }) => [id, lastSeq]))
    expect(
      chats.readPositions.filter(({ conversationId, seq }) => seq < 0 || seq > (ends.get(conversationId) ?? -1)),
    ).toEqual([])
    expect(chats.readPositions.some(({ conversationId, seq }) => seq < (ends.get(conversationId) ?? 0))).toBe(true)
  })
})

describe('words', () => {
  it('finds whole terms, part-words, numbers and small figures', () => {
    const words = cut('毒理学安全性评价：SD 大鼠 4 周重复给药毒性试验（GLP），IC₅₀，CAS 103-90-2，货号 HP-C18-2546')
    expect(words).toEqual(
      expect.arrayContaining(['毒理学', '重复给药', '给药', '复给', 'glp', 'sd', 'ic50', '103-90-2', 'hp-c18-2546']),
    )
    expect(words.filter((word) => /\s/.test(word) || word !== word.toLowerCase())).toEqual([])
    expect(repeated(words)).toEqual([])
    expect(cut(' ，。')).toEqual([])
  })

  it('leaves every pair of a title among the words', () => {
    for (const { title } of catalogue.services.slice(0, 60)) {
      const words = new Set(cut(title))
      for (const [run] of title.matchAll(/\p{Script=Han}{2,}/gu))
        expect(cut(run).filter((word) => word.length === 2 && !words.has(word))).toEqual([])
    }
  })
})
