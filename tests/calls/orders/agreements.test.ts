import { and, eq, ne, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { companies, sessions, users } from '../../../src/db/tables/accounts.ts'
import { agreements, agreementVersions } from '../../../src/db/tables/agreements.ts'
import { products, productSpecs } from '../../../src/db/tables/catalogue.ts'
import { dealEntries } from '../../../src/db/tables/deal-record.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { endAgreements } from '../../../src/server/orders/agreements/end-agreements.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { appForFile, clientForFile, visitorForFile } from '../../support/fixtures.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { newKey } from '../../support/sentinels.ts'
import { open } from '../../support/scenes/demands/annex.ts'
import {
  agreed,
  agreementRow,
  callOffOf,
  frameworkTerms,
  ndaTerms,
  nextVersion,
  proposeAgreement,
  signAgreement,
  specOfSeller,
} from '../../support/scenes/orders/agreements.ts'
import { companyOf } from '../../support/scenes/orders/cart.ts'
import { dayAhead, prove } from '../../support/scenes/orders/changes.ts'
import { addressOf, ordered, stockOf, submitted } from '../../support/scenes/orders/checkout.ts'
import { approve, deskOf, pendingOf, rule, saveRules, step } from '../../support/scenes/orders/requisitions.ts'
import { noticesOf, rowOf, setStatus } from '../../support/scenes/orders/order.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const buyer2 = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller2 = clientForFile(app, 'seller2')
const colleague = clientForFile(app, 'sub')
const visitor = visitorForFile(app)
let addressId = 0
beforeAll(async () => {
  await Promise.all([buyer, buyer2, seller, seller2].map(prove))
  addressId = await addressOf(app, buyer, 'buyer')
  await app.db.update(productSpecs).set({ stock: 100_000 })
})

describe('an agreement', () => {
  test('is proposed, countered and signed by both sides, with notices, history and a paper', async () => {
    const spec = await specOfSeller(app)
    const partnerId = await companyOf(app, 'seller')
    const key = newKey()
    const proposal = { partnerId, terms: frameworkTerms(spec) }
    const first = contentOf(await proposeAgreement(buyer, 'buyer', proposal, key))
    expect(contentOf(await proposeAgreement(buyer, 'buyer', proposal, key)).agreementId).toBe(first.agreementId)
    expect(first).toMatchObject({ status: 'proposed', version: 0, isAsked: false, actions: ['withdraw'] })
    expect(first.agreementNo).toMatch(/^FA\d{8}-\d{4}$/)
    const { agreementId } = first

    const theirs = contentOf(await seller.api.orders.sellerAgreement({ agreementId }))
    expect(theirs).toMatchObject({ isAsked: true, actions: ['sign', 'counter', 'reject'] })
    const higher = frameworkTerms(spec, {
      lines: [{ kind: spec.kind, listingId: spec.listingId, specId: spec.specId, unitPrice: 1_200, minQuantity: 2 }],
    })
    const countered = contentOf(await nextVersion(seller, 'seller', theirs, higher))
    expect(countered.versions.map(({ status }) => status)).toEqual(['proposed', 'countered'])
    // The version that the buyer had seen cannot be signed by the supplier any more.
    expect(failureOf(await signAgreement(seller, 'seller', first))).toBe('agreementChanged')

    const signed = contentOf(await signAgreement(buyer, 'buyer', countered))
    expect(signed).toMatchObject({
      status: 'in_force',
      version: 2,
      ceiling: 10_000_000,
      committed: 0,
      isCallable: true,
    })
    expect(signed.versions[0]?.signatures.map(({ side }) => side)).toEqual(['seller', 'buyer'])
    expect(signed.history.map(({ event }) => event)).toEqual(['propose', 'counter', 'sign'])
    expect(await noticesOf(app, 'seller', `${first.agreementNo}第 2 版已由双方签署`)).toHaveLength(1)

    const ours = contentOf(await buyer.api.orders.buyerAgreementPaper({ agreementId, version: 2 }))
    const paperOf = async (client: typeof buyer, url: string) =>
      new Uint8Array(await (await open(app, client, url)).arrayBuffer())
    const bytes = await paperOf(buyer, ours.url)
    const text = pdfText(bytes).replaceAll('\n', '')
    expect(text).toContain(first.agreementNo)
    expect(text).toContain('12.00')
    const theirPaper = contentOf(await seller.api.orders.sellerAgreementPaper({ agreementId, version: 2 }))
    expect(await paperOf(seller, theirPaper.url)).toEqual(bytes)
    expect(failureOf(await buyer.api.orders.buyerAgreementPaper({ agreementId, version: 1 }))).toBe('notFound')
  })

  test('is not found by other companies', async () => {
    const { agreementId, versions } = await agreed(app, buyer, seller, frameworkTerms(await specOfSeller(app)))
    const [shown] = versions
    const signing = { agreementId, version: 1, fingerprint: shown?.fingerprint ?? '' }
    const step = { agreementId, event: 'terminate' as const, version: 1, reason: '不再需要' }
    const once = () => ({ idempotencyKey: newKey() })
    const answers = [
      await buyer2.api.orders.buyerAgreement({ agreementId }),
      await seller2.api.orders.sellerAgreement({ agreementId }),
      await buyer2.api.orders.buyerAgreementSign(signing, once()),
      await seller2.api.orders.sellerAgreementSign(signing, once()),
      await buyer2.api.orders.buyerAgreementStep(step),
      await seller2.api.orders.sellerAgreementStep(step),
      await buyer2.api.orders.buyerAgreementPaper({ agreementId, version: 1 }),
      await buyer2.api.orders.orderConfirm({ ...callOffOf({ agreementId, version: 1 }, 1), addressId: null }),
      // Its supplier does not read it as a buyer.
      await seller.api.orders.buyerAgreement({ agreementId }),
    ]
    expect(answers.map((answer) => failureOf(answer))).toEqual(answers.map(() => 'notFound'))
    expect(failureOf(await visitor.api.orders.buyerAgreements({}))).toBe('sessionInvalid')
  })

  test('is not signed without a confirmed person, with another fingerprint, or twice', async () => {
    const partnerId = await companyOf(app, 'seller')
    const terms = frameworkTerms(await specOfSeller(app))
    const proposed = contentOf(await proposeAgreement(buyer, 'buyer', { partnerId, terms }))
    const forged = { agreementId: proposed.agreementId, version: 1, fingerprint: '0'.repeat(64) }
    expect(failureOf(await seller.api.orders.sellerAgreementSign(forged, { idempotencyKey: newKey() }))).toBe(
      'agreementFingerprint',
    )
    // The proposer does not sign twice.
    expect(failureOf(await signAgreement(buyer, 'buyer', proposed))).toBe('stepNotAllowed')
    await app.db.update(sessions).set({ reauthenticatedAt: null })
    expect(failureOf(await signAgreement(seller, 'seller', proposed))).toBe('reauthNeeded')
    expect((await seller.api.accounts.reauthenticate({ password: 'Wrong@2026' })).ok).toBe(false)
    expect(failureOf(await signAgreement(seller, 'seller', proposed))).toBe('reauthNeeded')
    await Promise.all([buyer, buyer2, seller].map(prove))
    const key = newKey()
    const [one, two] = await Promise.all([
      signAgreement(seller, 'seller', proposed, key),
      signAgreement(seller, 'seller', proposed, key),
    ])
    expect([contentOf(one).version, contentOf(two).version]).toEqual([1, 1])
    expect(failureOf(await signAgreement(seller, 'seller', proposed))).toBe('agreementChanged')
  })

  test('is rejected, withdrawn and terminated with a reason, once', async () => {
    const partnerId = await companyOf(app, 'seller')
    const terms = frameworkTerms(await specOfSeller(app))
    const propose = async () => contentOf(await proposeAgreement(buyer, 'buyer', { partnerId, terms })).agreementId
    const [rejected, withdrawn] = [await propose(), await propose()]
    const reject = { agreementId: rejected, event: 'reject' as const, version: 1, reason: '价格过低' }
    expect(contentOf(await seller.api.orders.sellerAgreementStep(reject))).toMatchObject({
      status: 'rejected',
      closeReason: '价格过低',
    })
    expect(failureOf(await seller.api.orders.sellerAgreementStep(reject))).toBe('agreementChanged')
    expect(await noticesOf(app, 'buyer', '供应商拒绝了框架协议')).not.toHaveLength(0)
    const withdraw = { agreementId: withdrawn, event: 'withdraw' as const, version: 1, reason: '条款有误' }
    expect(failureOf(await seller.api.orders.sellerAgreementStep(withdraw))).toBe('stepNotAllowed')
    expect(contentOf(await buyer.api.orders.buyerAgreementStep(withdraw)).status).toBe('withdrawn')

    const running = await agreed(app, buyer, seller, terms)
    const { agreementId } = running
    const amended = contentOf(await nextVersion(seller, 'seller', running, frameworkTerms(await specOfSeller(app))))
    expect(amended).toMatchObject({ status: 'in_force', version: 1 })
    const terminate = { agreementId, event: 'terminate' as const, reason: '停产' }
    // Another version than the one that was shown.
    expect(failureOf(await seller.api.orders.sellerAgreementStep({ ...terminate, version: 2 }))).toBe(
      'agreementChanged',
    )
    await app.db.update(sessions).set({ reauthenticatedAt: null })
    expect(failureOf(await seller.api.orders.sellerAgreementStep({ ...terminate, version: 1 }))).toBe('reauthNeeded')
    await Promise.all([buyer, buyer2, seller, seller2].map(prove))
    const over = contentOf(await seller.api.orders.sellerAgreementStep({ ...terminate, version: 1 }))
    expect(over).toMatchObject({ status: 'terminated', closeReason: '停产', isCallable: false, actions: [] })
    expect(over.versions.map(({ status }) => status)).toEqual(['void', 'signed'])
    expect(failureOf(await buyer.api.orders.orderConfirm({ ...callOffOf(running, 1), addressId }))).toBe(
      'agreementOver',
    )
  })

  test('refuses what cannot be agreed by name', async () => {
    const spec = await specOfSeller(app)
    const partnerId = await companyOf(app, 'seller')
    const refusal = async (terms: ReturnType<typeof frameworkTerms>, partner = partnerId) =>
      failureOf(await proposeAgreement(buyer, 'buyer', { partnerId: partner, terms }))
    const [line] = frameworkTerms(spec).lines
    if (line === undefined) throw new Error('No line')
    expect(await refusal(frameworkTerms(spec, { until: dayAhead(-1), from: dayAhead(-3) }))).toBe(
      'agreementPeriodWrong',
    )
    expect(await refusal(frameworkTerms(spec, { from: dayAhead(10), until: dayAhead(5) }))).toBe('agreementPeriodWrong')
    expect(await refusal(frameworkTerms(spec, { lines: [line, line] }))).toBe('agreementLineTwice')
    expect(await refusal(frameworkTerms(spec, { lines: [{ ...line, listingId: 999_999 }] }))).toBe('agreementLineWrong')
    expect(await refusal(frameworkTerms(spec), await companyOf(app, 'buyer'))).toBe('agreementPartnerWrong')
    expect(await refusal(frameworkTerms(spec), await companyOf(app, 'buyer2'))).toBe('agreementPartnerWrong')
    expect(await refusal(frameworkTerms(spec), await companyOf(app, 'seller2'))).toBe('agreementLineWrong')
    expect(
      failureOf(await proposeAgreement(buyer, 'buyer', { partnerId, terms: frameworkTerms(spec, { lines: [] }) })),
    ).toBe('invalidInput')
  })

  test('has the whole wording in its signed terms: page and paper show that, not the wording of today', async () => {
    const partnerId = await companyOf(app, 'seller')
    const proposed = contentOf(await proposeAgreement(buyer, 'buyer', { partnerId, terms: ndaTerms }))
    const { agreementId } = proposed
    const articlesOf = async () =>
      contentOf(await buyer.api.orders.buyerAgreement({ agreementId })).versions[0]?.terms.articles ?? []
    expect((await articlesOf()).map(({ title }) => title)).toHaveLength(7)
    /** Writes another wording under the trigger. */
    const reword = async (title: string) => {
      const articles = JSON.stringify([{ title, text: '此前的正文' }])
      await app.db.execute(sql`alter table agreement_versions disable trigger user`)
      await app.db.execute(
        sql`update agreement_versions set terms = terms || jsonb_build_object('articles', ${articles}::jsonb)
          where agreement_id = ${agreementId}`,
      )
      await app.db.execute(sql`alter table agreement_versions enable trigger user`)
    }
    const kept = await articlesOf()
    await reword('另一条')
    // The wording is part of the fingerprint.
    expect(failureOf(await signAgreement(seller, 'seller', proposed))).toBe('agreementFingerprint')
    const [first] = kept
    expect(first?.title).toBe('保密信息')

    const signed = await agreed(app, buyer, seller, ndaTerms)
    await app.db.execute(sql`alter table agreement_versions disable trigger user`)
    await app.db.execute(
      sql`update agreement_versions set terms = jsonb_set(terms, '{articles,0,title}', '"往年的措辞"')
        where agreement_id = ${signed.agreementId}`,
    )
    await app.db.execute(sql`alter table agreement_versions enable trigger user`)
    const { url } = contentOf(
      await buyer.api.orders.buyerAgreementPaper({ agreementId: signed.agreementId, version: 1 }),
    )
    const text = pdfText(new Uint8Array(await (await open(app, buyer, url)).arrayBuffer())).replaceAll('\n', '')
    expect(text).toContain('往年的措辞')
    for (const { text: article } of kept.slice(1)) expect(text).toContain(article.slice(0, 20))
  })

  test('keeps the names of its signers', async () => {
    const { agreementId, versions } = await agreed(app, buyer, seller, ndaTerms)
    const names = versions[0]?.signatures.map(({ name }) => name)
    const before = await app.db.select().from(users).where(eq(users.loginName, 'seller'))
    await app.db.update(users).set({ realName: '后来的名字' }).where(eq(users.loginName, 'seller'))
    const after = contentOf(await buyer.api.orders.buyerAgreement({ agreementId }))
    expect(after.versions[0]?.signatures.map(({ name }) => name)).toEqual(names)
    await app.db
      .update(users)
      .set({ realName: before[0]?.realName ?? '' })
      .where(eq(users.loginName, 'seller'))
  })

  test('that begins later has not begun; an amendment that begins later would leave a gap and is refused', async () => {
    const spec = await specOfSeller(app)
    const later = frameworkTerms(spec, { from: dayAhead(10) })
    const ahead = await agreed(app, buyer, seller, later)
    const { agreementId } = ahead
    expect(contentOf(await buyer.api.orders.buyerAgreement({ agreementId }))).toMatchObject({
      status: 'in_force',
      isCallable: false,
      callRefusal: 'notBegun',
    })
    const running = await agreed(app, buyer, seller, frameworkTerms(spec))
    expect(failureOf(await nextVersion(buyer, 'buyer', running, later))).toBe('amendmentStartsLater')
    // As late as the version that it replaces: no gap.
    expect((await nextVersion(buyer, 'buyer', ahead, later)).ok).toBe(true)
  })

  test('is proposed by suppliers to their customers alone', async () => {
    const partnerId = await companyOf(app, 'buyer2')
    const strangers = await app.db
      .select({ id: companies.id })
      .from(companies)
      .where(and(eq(companies.certification, 'approved'), ne(companies.id, partnerId)))
    const customers = contentOf(await seller.api.orders.sellerAgreementPartners({ words: '' })).map(
      ({ orgId }) => orgId,
    )
    expect(customers.length).toBeLessThan(20)
    const own = await companyOf(app, 'seller')
    const stranger = strangers.find(({ id }) => id !== own && !customers.includes(id))
    const refused = await proposeAgreement(seller, 'seller', { partnerId: stranger?.id ?? 0, terms: ndaTerms })
    expect(stranger).toBeDefined()
    expect(failureOf(refused)).toBe('agreementPartnerWrong')
  })

  test('that nobody signed within its period ends; an amendment does without ending what is in force', async () => {
    const spec = await specOfSeller(app)
    const partnerId = await companyOf(app, 'seller')
    const proposed = contentOf(await proposeAgreement(buyer, 'buyer', { partnerId, terms: frameworkTerms(spec) }))
    const running = await agreed(app, buyer, seller, frameworkTerms(spec))
    contentOf(await nextVersion(buyer, 'buyer', running, frameworkTerms(spec)))
    await app.db.execute(sql`alter table agreement_versions disable trigger user`)
    await app.db.execute(
      sql`update agreement_versions set terms = jsonb_set(terms, '{until}', ${JSON.stringify(dayAhead(-1))}::jsonb)
        where status = 'proposed' and agreement_id in (${proposed.agreementId}, ${running.agreementId})`,
    )
    await app.db.execute(sql`alter table agreement_versions enable trigger user`)
    await endAgreements(app.db, app.runtime)
    await endAgreements(app.db, app.runtime)
    expect((await agreementRow(app, proposed.agreementId)).status).toBe('ended')
    const { agreementId } = running
    const after = contentOf(await buyer.api.orders.buyerAgreement({ agreementId }))
    expect(after).toMatchObject({ status: 'in_force', isCallable: true })
    expect(after.versions.map(({ status }) => status)).toEqual(['void', 'signed'])
    for (const { agreementNo } of [proposed, running])
      expect(await noticesOf(app, 'seller', `${agreementNo} 的提议已过期`)).toHaveLength(1)
  })

  test('its signed terms do not change in the database', async () => {
    const { agreementId } = await agreed(app, buyer, seller, frameworkTerms(await specOfSeller(app)))
    const change = app.db
      .update(agreementVersions)
      .set({ reason: '另有说明' })
      .where(eq(agreementVersions.agreementId, agreementId))
    await expect(change).rejects.toThrow('agreement_versions')
  })

  test('ends with its period: no call-off from the day after, and the job says so to both', async () => {
    const running = await agreed(app, buyer, seller, frameworkTerms(await specOfSeller(app)))
    const { agreementId, agreementNo } = running
    await app.db
      .update(agreements)
      .set({ validUntil: dayAhead(-1) })
      .where(eq(agreements.id, agreementId))
    expect(failureOf(await buyer.api.orders.orderConfirm({ ...callOffOf(running, 1), addressId }))).toBe(
      'agreementOver',
    )
    await endAgreements(app.db, app.runtime)
    await endAgreements(app.db, app.runtime)
    expect((await agreementRow(app, agreementId)).status).toBe('ended')
    expect(await noticesOf(app, 'buyer', `${agreementNo} 已到期`)).toHaveLength(1)
    expect(await noticesOf(app, 'seller', `${agreementNo} 已到期`)).toHaveLength(1)
  })
})

describe('a call-off', () => {
  test('orders at the agreed price, counts against the ceiling, and names the agreement', async () => {
    const spec = await specOfSeller(app)
    const running = await agreed(app, buyer, seller, frameworkTerms(spec))
    const asked = { ...callOffOf(running, 7), addressId }
    const shown = contentOf(await buyer.api.orders.orderConfirm(asked))
    expect(shown.agreement).toMatchObject({ agreementNo: running.agreementNo, room: 10_000_000 })
    expect(shown.shops[0]?.products[0]).toMatchObject({ discountedPrice: 1_000, productAmount: 7_000, fault: null })
    const [before] = await stockOf(app, [spec.specId])
    const { orders: made } = contentOf(await submitted(buyer, asked, shown))
    const [order] = made
    if (order === undefined) throw new Error('Nothing was ordered')
    expect(await stockOf(app, [spec.specId])).toEqual([(before ?? 0) - 7])
    const { orderId, total } = order

    const after = contentOf(await buyer.api.orders.buyerAgreement({ agreementId: running.agreementId }))
    expect(after.committed).toBe(total)
    expect(after.orders).toMatchObject([{ orderId, total, isEnded: false }])
    const { agreement } = contentOf(await seller.api.orders.sellerOrder({ orderId }))
    expect(agreement).toEqual({ agreementId: running.agreementId, agreementNo: running.agreementNo })
    const { url } = contentOf(await buyer.api.orders.buyerOrderContract({ orderId }))
    const contract = pdfText(new Uint8Array(await (await open(app, buyer, url)).arrayBuffer())).replaceAll('\n', '')
    expect(contract).toContain(running.agreementNo)
    const [entry] = await app.db.select().from(dealEntries).where(eq(dealEntries.orderId, orderId))
    expect(entry?.body).toContain(running.agreementNo)

    // A cancelled order releases what it had taken.
    await setStatus(app, orderId, 'cancelled')
    expect(contentOf(await buyer.api.orders.buyerAgreement({ agreementId: running.agreementId })).committed).toBe(0)
  })

  test('beyond the room is refused with the room, and a ceiling below what is committed by name', async () => {
    const spec = await specOfSeller(app)
    const running = await agreed(app, buyer, seller, frameworkTerms(spec, { ceiling: 1_000_000 }))
    const { orders: made } = await ordered(buyer, { ...callOffOf(running, 500), addressId })
    const total = made[0]?.total ?? 0
    const beyond = { ...callOffOf(running, 800), addressId }
    const shown = contentOf(await buyer.api.orders.orderConfirm(beyond))
    const refused = await submitted(buyer, beyond, shown)
    expect(refused).toMatchObject({ ok: false, failure: { code: 1483, content: { room: 1_000_000 - total } } })

    const lower = frameworkTerms(spec, { ceiling: total - 1 })
    expect(await nextVersion(seller, 'seller', running, lower)).toMatchObject({
      ok: false,
      failure: { code: 1484, content: { committed: total } },
    })
    // Committed more between proposal and signature: the signature is refused.
    const exact = contentOf(await nextVersion(seller, 'seller', running, frameworkTerms(spec, { ceiling: total })))
    await ordered(buyer, { ...callOffOf(running, 1), addressId })
    expect(failureOf(await signAgreement(buyer, 'buyer', exact))).toBe('ceilingBelowCommitted')
    // An amendment that both sign supersedes; the version that was shown before is not ordered from.
    const withdrawal = { agreementId: running.agreementId, event: 'withdraw' as const, version: 2, reason: '改为提高' }
    const without = contentOf(await seller.api.orders.sellerAgreementStep(withdrawal))
    const more = contentOf(await nextVersion(seller, 'seller', without, frameworkTerms(spec, { ceiling: 5_000_000 })))
    expect(contentOf(await signAgreement(buyer, 'buyer', more))).toMatchObject({ version: 3, ceiling: 5_000_000 })
    expect(failureOf(await submitted(buyer, beyond, shown))).toBe('agreementChanged')
  })

  test('respects the least quantity, and lines that do not exist', async () => {
    const spec = await specOfSeller(app)
    const { kind, listingId, specId } = spec
    const lines = [{ kind, listingId, specId, unitPrice: 900, minQuantity: 10 }]
    const running = await agreed(app, buyer, seller, frameworkTerms(spec, { lines }))
    const shown = contentOf(await buyer.api.orders.orderConfirm({ ...callOffOf(running, 9), addressId }))
    expect(shown.shops[0]?.products[0]?.fault).toBe('belowMinimum')
    expect(failureOf(await submitted(buyer, { ...callOffOf(running, 9), addressId }, shown))).toBe('itemsInvalid')
    const { agreementId, version } = running
    const wrong = { callOff: { agreementId, version, items: [{ line: 4, quantity: 1 }] }, addressId }
    expect(failureOf(await buyer.api.orders.orderConfirm(wrong))).toBe('agreementChanged')
  })

  test('sells what was agreed: not another content or unit under the same specification', async () => {
    const spec = await specOfSeller(app)
    const running = await agreed(app, buyer, seller, frameworkTerms(spec))
    const asked = { ...callOffOf(running, 1), addressId }
    const shown = contentOf(await buyer.api.orders.orderConfirm(asked))
    const [before] = await app.db.select().from(productSpecs).where(eq(productSpecs.id, spec.specId))
    const rename = (name: string) => app.db.update(productSpecs).set({ name }).where(eq(productSpecs.id, spec.specId))
    await rename('5 g')
    const named = { ok: false, failure: { code: 1494, content: { line: 0 } } }
    expect(await buyer.api.orders.orderConfirm(asked)).toMatchObject(named)
    expect(await submitted(buyer, asked, shown)).toMatchObject(named)
    await rename(before?.name ?? '')
    const [unit] = await app.db.select().from(products).where(eq(products.id, spec.listingId))
    const measure = (words: string) =>
      app.db.update(products).set({ unit: words }).where(eq(products.id, spec.listingId))
    await measure('箱')
    expect(failureOf(await buyer.api.orders.orderConfirm(asked))).toBe('agreementLineChanged')
    await measure(unit?.unit ?? '')
    expect((await buyer.api.orders.orderConfirm(asked)).ok).toBe(true)
  })

  test('is possible for every line of the demo', async () => {
    const { data } = contentOf(await buyer.api.orders.buyerAgreements({ kind: 'framework', current: 1, pageSize: 100 }))
    const row = data.find(({ title }) => title === '年度常用试剂与检测采购框架协议')
    const { agreementId, version, versions } = contentOf(
      await buyer.api.orders.buyerAgreement({ agreementId: row?.agreementId ?? 0 }),
    )
    const [{ terms } = { terms: null }] = versions
    const lines = terms?.kind === 'framework' ? terms.lines : []
    expect(lines).not.toEqual([])
    const items = lines.map((_line, line) => ({ line, quantity: 1 }))
    const asked = { callOff: { agreementId, version, items }, addressId }
    const { shops } = contentOf(await buyer.api.orders.orderConfirm(asked))
    expect(shops.flatMap(({ products: sold }) => sold)).toHaveLength(lines.length)
  })

  test('has the least quantity that was agreed, whatever the public one becomes', async () => {
    const spec = await specOfSeller(app)
    const running = await agreed(app, buyer, seller, frameworkTerms(spec))
    const raise = (minOrder: number) => app.db.update(products).set({ minOrder }).where(eq(products.id, spec.listingId))
    await raise(50)
    const shown = contentOf(await buyer.api.orders.orderConfirm({ ...callOffOf(running, 1), addressId }))
    expect(shown.shops[0]?.products[0]).toMatchObject({ fault: null, minOrder: 1 })
    await raise(spec.minOrder)
  })

  test('shows what is no longer on sale by its name', async () => {
    const spec = await specOfSeller(app)
    const running = await agreed(app, buyer, seller, frameworkTerms(spec))
    const set = (status: 'published' | 'unlisted') =>
      app.db.update(products).set({ status }).where(eq(products.id, spec.listingId))
    await set('unlisted')
    const shown = contentOf(await buyer.api.orders.orderConfirm({ ...callOffOf(running, 1), addressId }))
    expect(shown.shops[0]?.products[0]?.fault).toBe('unlisted')
    await set('published')
  })

  test('one submission twice is one order', async () => {
    const running = await agreed(app, buyer, seller, frameworkTerms(await specOfSeller(app)))
    const asked = { ...callOffOf(running, 3), addressId }
    const shown = contentOf(await buyer.api.orders.orderConfirm(asked))
    const key = newKey()
    const answers = await Promise.all([1, 2, 3].map(() => submitted(buyer, asked, shown, {}, key)))
    expect(new Set(answers.map((answer) => contentOf(answer).groupId)).size).toBe(1)
    const { agreementId } = running
    expect(await app.db.$count(orders, and(eq(orders.agreementId, agreementId)))).toBe(1)
    expect((await rowOf(app, contentOf(answers[0] ?? expect.unreachable()).orders[0]?.orderId ?? 0)).agreementId).toBe(
      agreementId,
    )
  })
})

test('a call-off that needs approval is ordered with the last approval, or returned where there is no room', async () => {
  const spec = await specOfSeller(app)
  const running = await agreed(app, buyer, seller, frameworkTerms(spec, { ceiling: 1_000_000 }))
  const { agreementId } = running
  const { scientist, manager } = await deskOf(app, buyer)
  const address = await addressOf(app, scientist.client, scientist.loginName)
  contentOf(await saveRules(buyer, [rule({ steps: [step('负责人', [manager.userId])] })]))
  const ask = async (quantity: number) => {
    const asked = { ...callOffOf(running, quantity), addressId: address }
    const shown = contentOf(await scientist.client.api.orders.orderConfirm(asked))
    return pendingOf(await submitted(scientist.client, asked, shown))
  }
  const [first, second] = [await ask(600), await ask(601)]
  // What waits holds no room.
  expect(contentOf(await buyer.api.orders.buyerAgreement({ agreementId })).committed).toBe(0)
  const { content } = contentOf(await buyer.api.orders.requisition({ requisitionId: first }))
  expect(content.facts.find(({ label }) => label === '框架协议')?.text).toContain(running.agreementNo)
  expect(contentOf(await approve(manager.client, first)).status).toBe('approved')
  const { committed, orders: made } = contentOf(await buyer.api.orders.buyerAgreement({ agreementId }))
  expect(made).toHaveLength(1)
  expect(committed).toBe(made[0]?.total)
  const returned = contentOf(await approve(manager.client, second))
  expect(returned).toMatchObject({ status: 'returned', reason: '超出协议余额，请减少数量或变更协议总额' })
  contentOf(await saveRules(buyer, []))
})

test('the agreed price is that of the buyer alone, and never on a cached page', async () => {
  const spec = await specOfSeller(app, 1)
  const { kind, listingId, specId } = spec
  // A price that is nowhere else.
  const lines = [{ kind, listingId, specId, unitPrice: 7_654_321, minQuantity: 1 }]
  const running = await agreed(app, buyer, seller, frameworkTerms(spec, { ceiling: 99_000_000, lines }))
  const which = { kind, listingId }
  expect(contentOf(await buyer.api.orders.agreedPrices(which))).toMatchObject([
    { agreementId: running.agreementId, specId, unitPrice: 7_654_321, room: 99_000_000 },
  ])
  expect(contentOf(await buyer2.api.orders.agreedPrices(which))).toEqual([])
  expect(contentOf(await seller.api.orders.agreedPrices(which))).toEqual([])
  expect(failureOf(await visitor.api.orders.agreedPrices(which))).toBe('sessionInvalid')
  // A colleague who may not see orders.
  expect(failureOf(await colleague.api.orders.agreedPrices(which))).toBe('forbidden')
  const { productNo } = contentOf(await buyer.api.catalogue.products({ pageSize: 1, current: 1 })).data[0] ?? {
    productNo: '',
  }
  expect(productNo).not.toBe('')
  const detail = JSON.stringify(contentOf(await buyer.api.catalogue.product({ productNo })))
  expect(detail).not.toContain('7654321')
})

test('a confidentiality agreement is proposed by the supplier and signed by the buyer', async () => {
  const partnerId = await companyOf(app, 'buyer2')
  const partners = contentOf(await seller.api.orders.sellerAgreementPartners({ words: '' }))
  expect(partners.every(({ orgId }) => orgId > 0)).toBe(true)
  const proposed = contentOf(await proposeAgreement(seller, 'seller', { partnerId, terms: ndaTerms }))
  expect(proposed.agreementNo).toMatch(/^NDA/)
  const signed = contentOf(await signAgreement(buyer2, 'buyer', proposed))
  expect(signed).toMatchObject({ status: 'in_force', kind: 'nda', ceiling: null, isCallable: false })
  expect(signed.validUntil?.slice(0, 4)).toBe(String(Number(dayAhead(0).slice(0, 4)) + 3))
  // Another kind cannot take its place.
  const other = frameworkTerms(await specOfSeller(app))
  expect(failureOf(await nextVersion(seller, 'seller', signed, other))).toBe('agreementChanged')
})
