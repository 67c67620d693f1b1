import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { categoryOf, wholeService } from '../../support/scenes/catalogue/publishing.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
let other: Client
let person: Client
let category: number
beforeAll(async () => {
  other = await signInAs(app, 'seller3')
  person = await signInAs(app, 'person')
  category = await categoryOf(app, '临床监查')
})

const save = async (client: Client, input: Parameters<Client['api']['catalogue']['serviceSave']>[0]) =>
  contentOf(await client.api.catalogue.serviceSave(input, { idempotencyKey: newKey() }))
const open = async (client: Client, serviceId: number) =>
  contentOf(await client.api.catalogue.sellerService({ serviceId }))
const counts = async (client: Client) => contentOf(await client.api.catalogue.serviceCount({}))

describe('serviceSave', () => {
  test('saves a draft as typed, also an empty one', async () => {
    const before = await counts(seller)
    const { serviceId, status } = await save(seller, {})
    expect(status).toBe('draft')
    expect((await open(seller, serviceId)).form).toMatchObject({
      serviceName: '',
      categoryId: null,
      servicePrice: null,
    })
    const half = {
      serviceName: '半',
      servicePriceType: 1 as const,
      serviceHighPrice: 5,
      paragraphs: ['', '后半'],
      facts: [{ label: '', value: '值' }],
    }
    const typed = await save(seller, { ...half, durationFrom: 9, durationTo: 3 })
    const form = (await open(seller, typed.serviceId)).form
    expect(form).toMatchObject({ ...half, durationFrom: 9, durationTo: 3, durationUnit: '周' })
    expect(await counts(seller)).toMatchObject({ all: before.all + 2, draft: before.draft + 2 })
  })

  test('creates one service per idempotency key; rejects another body with the same key', async () => {
    const before = await counts(seller)
    const [typed, idempotencyKey] = [{ ...wholeService(category, '只建一次的服务'), submit: true }, newKey()]
    const sent = await Promise.all(
      [typed, typed, typed].map((input) => seller.api.catalogue.serviceSave(input, { idempotencyKey })),
    )
    expect(new Set(sent.map((answer) => contentOf(answer).serviceId)).size).toBe(1)
    expect((await counts(seller)).all).toBe(before.all + 1)
    const other = await seller.api.catalogue.serviceSave({ ...typed, serviceName: '改过的标题' }, { idempotencyKey })
    expect(failureOf(other)).toBe('keyReused')
    // Without a key the same content is the same request.
    const unnamed = await Promise.all([typed, typed].map((input) => seller.api.catalogue.serviceSave(input)))
    expect(new Set(unnamed.map((answer) => contentOf(answer).serviceId)).size).toBe(1)
  })

  test('publishes a submitted service at once: searchable and counted by the shop', async () => {
    const before = await counts(seller)
    const { serviceId, status } = await save(seller, { ...wholeService(category), submit: true })
    expect(status).toBe('published')
    const shown = contentOf(await visitor(app).api.catalogue.service({ serviceId }))
    expect(shown).toMatchObject({ serviceName: '临床样本冷链运输与暂存', servicePrice: 1_280_000 })
    expect(shown.paragraphs).toHaveLength(1)
    const found = contentOf(await visitor(app).api.catalogue.services({ keyword: '冷链运输' }))
    expect(found.data.map((row) => row.serviceId)).toContain(serviceId)
    const shop = contentOf(await visitor(app).api.shops.shopInfo({ shopId: shown.shopId }))
    const onSale = await app.db.$count(services, eq(services.status, 'published'))
    expect(onSale).toBeGreaterThan(0)
    expect(await counts(seller)).toMatchObject({ published: before.published + 1 })
    expect(shop.serviceAccount).toBe(before.published + 1)
    const { history, version } = await open(seller, serviceId)
    expect([version, history.map(({ event }) => event)]).toEqual([1, ['submit', 'pass']])
  })

  test('returns all field errors on submission', async () => {
    const bad = await seller.api.catalogue.serviceSave(
      { serviceName: '短', submit: true },
      { idempotencyKey: newKey() },
    )
    expect(fieldsWithErrors(bad).toSorted()).toEqual([
      'categoryId',
      'paragraphs',
      'serviceIntro',
      'serviceName',
      'servicePrice',
    ])
    const whole = wholeService(category)
    const faulty = await seller.api.catalogue.serviceSave(
      {
        ...whole,
        submit: true,
        tags: ['没有的资质'],
        capabilities: ['没有的能力'],
        areaCodes: ['999999'],
      },
      { idempotencyKey: newKey() },
    )
    expect(fieldsWithErrors(faulty)).toEqual(['tags', 'capabilities', 'areaCodes'])
    const shallow = await seller.api.catalogue.serviceSave(
      {
        ...whole,
        categoryId: await categoryOf(app, '医疗器械'),
        submit: true,
      },
      { idempotencyKey: newKey() },
    )
    expect(fieldsWithErrors(shallow)).toEqual(['categoryId'])
    const ofGoods = await categoryOf(app, '手性柱')
    expect(
      fieldsWithErrors(await seller.api.catalogue.serviceSave({ categoryId: ofGoods }, { idempotencyKey: newKey() })),
    ).toEqual(['categoryId'])
    expect(
      fieldsWithErrors(
        await seller.api.catalogue.serviceSave({ serviceName: '题'.repeat(61) }, { idempotencyKey: newKey() }),
      ),
    ).toEqual(['serviceName'])
  })

  test('rejects guests and people without a shop', async () => {
    expect(failureOf(await visitor(app).api.catalogue.serviceSave({}, { idempotencyKey: newKey() }))).toBe(
      'sessionInvalid',
    )
    expect(failureOf(await person.api.catalogue.serviceSave({}, { idempotencyKey: newKey() }))).toBe('notCertified')
    expect(
      failureOf(await (await signInAs(app, 'buyer')).api.catalogue.serviceSave({}, { idempotencyKey: newKey() })),
    ).toBe('notSeller')
  })
})

describe('sellerService and sellerServices', () => {
  test('return every listing of the demo', async () => {
    for (const client of [seller, other]) {
      const { data } = contentOf(await client.api.catalogue.sellerServices({ pageSize: 100 }))
      expect(data.length).toBeGreaterThan(5)
      for (const { serviceId, serviceName } of data) {
        expect((await open(client, serviceId)).form.serviceName).toBe(serviceName)
      }
    }
  })

  test('return nothing of other shops', async () => {
    const { serviceId } = await save(seller, wholeService(category, '只给自己看的草稿'))
    expect(failureOf(await other.api.catalogue.sellerService({ serviceId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.catalogue.service({ serviceId }))).toBe('notFound')
    const mine = contentOf(await seller.api.catalogue.sellerServices({ keyword: '只给自己看' }))
    expect([mine.total, mine.data[0]?.serviceId]).toEqual([1, serviceId])
    expect(contentOf(await other.api.catalogue.sellerServices({ keyword: '只给自己看' })).total).toBe(0)
    expect(
      contentOf(await seller.api.catalogue.sellerServices({ keyword: '只给自己看', status: 'published' })).total,
    ).toBe(0)
    expect(failureOf(await visitor(app).api.catalogue.sellerServices({}))).toBe('sessionInvalid')
  })
})

describe('serviceUpdate', () => {
  test('updates a draft and its version; an outdated version returns conflict', async () => {
    const { serviceId } = await save(seller, {})
    const form = wholeService(category, '改过的草稿标题')
    const update = (version: number) => seller.api.catalogue.serviceUpdate({ ...form, serviceId, version })
    expect(contentOf(await update(1))).toEqual({ serviceId, status: 'draft', change: null, version: 2 })
    expect(failureOf(await update(1))).toBe('conflict')
    expect((await open(seller, serviceId)).form.serviceName).toBe('改过的草稿标题')
    const answers = await Promise.all([2, 2, 2, 2].map(update))
    expect(answers.map(failureOf).toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'none'])
  })

  test('saves an edit of a published service as pending change until it is submitted', async () => {
    const { serviceId } = await save(seller, { ...wholeService(category, '先上架的服务'), submit: true })
    const changed = wholeService(category, '后改名的服务')
    const kept = contentOf(await seller.api.catalogue.serviceUpdate({ ...changed, serviceId, version: 1 }))
    expect(kept).toEqual({ serviceId, status: 'published', change: 'draft', version: 2 })
    expect(await open(seller, serviceId)).toMatchObject({ change: 'draft', form: { serviceName: '后改名的服务' } })
    expect(contentOf(await visitor(app).api.catalogue.service({ serviceId })).serviceName).toBe('先上架的服务')
    const out = contentOf(await seller.api.catalogue.serviceUpdate({ ...changed, serviceId, version: 2, submit: true }))
    expect(out).toEqual({ serviceId, status: 'published', change: null, version: 3 })
    expect(contentOf(await visitor(app).api.catalogue.service({ serviceId })).serviceName).toBe('后改名的服务')
    expect((await open(seller, serviceId)).history.map(({ event }) => event)).toEqual([
      'submit',
      'pass',
      'change_submit',
      'change_pass',
    ])
  })

  test('preserves a duration that is not a number of weeks', async () => {
    const [loose] = await app.db.select().from(services).where(eq(services.durationText, '按项目计'))
    if (loose === undefined) throw new Error('The demo has none')
    const owner = loose.companyId
    const client = (
      await Promise.all(
        [seller, other].map(async (each) => ({
          each,
          mine: await each.api.catalogue.sellerService({ serviceId: loose.id }),
        })),
      )
    ).find(({ mine }) => mine.ok)?.each
    if (client === undefined) return expect(owner).toBeGreaterThan(0)
    const { form, version } = await open(client, loose.id)
    contentOf(await client.api.catalogue.serviceUpdate({ ...form, serviceId: loose.id, version, submit: true }))
    const [after] = await app.db.select().from(services).where(eq(services.id, loose.id))
    expect(after?.durationText).toBe('按项目计')
  })

  test('returns 404 for services of others and unknown ids', async () => {
    const { serviceId } = await save(seller, {})
    expect(failureOf(await other.api.catalogue.serviceUpdate({ serviceId, version: 1 }))).toBe('notFound')
    expect(failureOf(await seller.api.catalogue.serviceUpdate({ serviceId: missingId, version: 1 }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.catalogue.serviceUpdate({ serviceId, version: 1 }))).toBe('sessionInvalid')
  })
})
