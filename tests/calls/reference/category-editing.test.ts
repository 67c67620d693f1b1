import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { listingCards, listingChanges, products, services } from '../../../src/db/tables/catalogue.ts'
import { demands, demandSubscriptions } from '../../../src/db/tables/demands.ts'
import { savedSearches } from '../../../src/db/tables/search.ts'
import { adSettings, categories, categoryMerges, dictionaries } from '../../../src/db/tables/reference.ts'
import { contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { wholeProduct, wholeService } from '../../support/scenes/catalogue/publishing.ts'
import { demandInput } from '../../support/scenes/demands/demand.ts'
import { subscribe } from '../../support/scenes/demands/matching.ts'
import { appForFile, clientForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile({ REVIEW: 'manual' })
const ops = clientForFile(app, 'ops')
const seller = clientForFile(app, 'seller')
const buyer = clientForFile(app, 'buyer')
const second = clientForFile(app, 'person')
const guest = visitorForFile(app)

beforeAll(async () => {
  await app.db
    .update(users)
    .set({ isOperator: true, operatorRoles: ['editor'] })
    .where(eq(users.loginName, 'person'))
})

const trees = async (kind: 'service' | 'product' = 'service') =>
  contentOf(await ops.api.reference.editedCategories({ kind }))
const add = async (parentId: number, categoryName: string) =>
  contentOf(await ops.api.reference.categorySave({ parentId, categoryName, mark: '', figure: '' })).categoryId
const merge = (categoryId: number, targetId: number) => ops.api.reference.categoryMerge({ categoryId, targetId })
const saveService = async (categoryId: number, title: string, submit = false) =>
  contentOf(
    await seller.api.catalogue.serviceSave(
      { ...wholeService(categoryId, title), submit },
      { idempotencyKey: newKey() },
    ),
  ).serviceId
const publish = async (serviceId: number) =>
  contentOf(await ops.api.catalogue.listingReview({ kind: 'service', listingId: serviceId, event: 'pass', reason: '' }))
const serviceRow = async (id: number) => {
  const [row] = await app.db.select().from(services).where(eq(services.id, id))
  if (row === undefined) throw new Error(`No service ${id}`)
  return row
}
/** Listings and demands whose path is not that of their category. */
const wrongPaths = async () => {
  const of = (t: typeof services | typeof products | typeof demands) =>
    app.db.$count(
      t,
      sql`not exists (select 1 from ${categories} c where c.id = ${t.categoryId} and c.path = ${t.categoryPath})`,
    )
  return [await of(services), await of(products), await of(demands)]
}
/** Cards that differ from those written anew. */
const wrongCards = () =>
  app.db.$count(
    listingCards,
    sql`card <> (case when kind = 'service' then (select service_card(s) from services s where s.id = listing_id)
      else (select product_card(p) from products p where p.id = listing_id) end)`,
  )

let parent: number
beforeAll(async () => {
  const first = (await trees()).categories.find(({ level }) => level === 1)
  parent = first?.categoryId ?? 0
})

describe('the tree', () => {
  test('has every category with the use of its branch', async () => {
    const { categories: nodes } = await trees()
    const sum = nodes.filter(({ level }) => level === 1).reduce((all, { usage }) => all + usage.listings, 0)
    // Drafts without a category are in the root.
    const rootId = (await trees()).rootId
    const drafts = await app.db.$count(services, and(eq(services.categoryId, rootId), sql`deleted_at is null`))
    expect(sum + drafts).toBe(await app.db.$count(services, sql`deleted_at is null`))
    const leaf = nodes.find(({ level, usage }) => level === 3 && usage.listings > 0)
    expect(contentOf(await ops.api.reference.categoryUsage({ categoryId: leaf?.categoryId ?? 0 }))).toEqual(leaf?.usage)
  })

  test('takes new categories and names; menus follow at once', async () => {
    const categoryId = await add(parent, '微生物限度')
    expect(
      failureOf(
        await ops.api.reference.categorySave({ parentId: parent, categoryName: '微生物限度', mark: '', figure: '' }),
      ),
    ).toBe('categoryNameUsed')
    const deep = await add(categoryId, '方法适用性')
    expect(
      failureOf(await ops.api.reference.categorySave({ parentId: deep, categoryName: '过深', mark: '', figure: '' })),
    ).toBe('categoryTooDeep')
    const names = async () =>
      contentOf(await guest.api.catalogue.serviceFields({})).flatMap(({ childList }) =>
        childList.map(({ categoryName }) => categoryName),
      )
    expect(await names()).toContain('微生物限度')
    contentOf(
      await ops.api.reference.categorySave({
        categoryId,
        parentId: parent,
        categoryName: '微生物检验',
        mark: '',
        figure: '',
      }),
    )
    expect(await names()).toContain('微生物检验')
    expect(
      fieldsWithErrors(
        await ops.api.reference.categorySave({ parentId: parent, categoryName: '', mark: '../x', figure: '' }),
      ),
    ).toEqual(['categoryName', 'mark'])
    expect(
      failureOf(
        await ops.api.reference.categorySave({ parentId: missingId, categoryName: '无', mark: '', figure: '' }),
      ),
    ).toBe('notFound')
  })

  test('an unused branch is switched off, on and deleted; a used one is refused with its counts', async () => {
    const categoryId = await add(parent, '停用测试')
    await add(categoryId, '停用测试下级')
    const flip = (isOn: boolean, id = categoryId) => ops.api.reference.categorySwitch({ categoryId: id, isOn })
    contentOf(await flip(false))
    const draft = await seller.api.catalogue.serviceSave(
      { ...wholeService(categoryId, '停用分类的服务') },
      { idempotencyKey: newKey() },
    )
    expect(fieldsWithErrors(draft)).toEqual(['categoryId'])
    contentOf(await flip(true))
    await saveService(categoryId, '启用分类的服务')
    const refused = await flip(false)
    expect(failureOf(refused)).toBe('categoryUsed')
    expect(refused).toMatchObject({ failure: { content: { listings: 1, demands: 0 } } })
    expect(failureOf(await ops.api.reference.categoryDelete({ categoryId }))).toBe('categoryUsed')
    contentOf(
      await seller.api.catalogue.serviceDelete({
        serviceIds: (
          await app.db.select({ id: services.id }).from(services).where(eq(services.categoryId, categoryId))
        ).map(({ id }) => id),
      }),
    )
    expect(contentOf(await ops.api.reference.categoryDelete({ categoryId }))).toEqual({ waiting: true })
    expect(failureOf(await ops.api.reference.categoryDelete({ categoryId }))).toBe('secondOperatorNeeded')
    expect(contentOf(await second.api.reference.categoryDelete({ categoryId }))).toEqual({ waiting: false })
    expect(failureOf(await second.api.reference.categoryDelete({ categoryId }))).toBe('notFound')
    expect(await wrongPaths()).toEqual([0, 0, 0])
  })

  test('a move changes the paths of listings, and what they are found by', async () => {
    const { categories: nodes } = await trees()
    const [, other] = nodes.filter(({ level }) => level === 1)
    const categoryId = await add(parent, '溶出曲线比对')
    const serviceId = await saveService(categoryId, '体外溶出评价', true)
    await publish(serviceId)
    contentOf(await ops.api.reference.categoryMove({ categoryId, parentId: other?.categoryId ?? 0 }))
    expect((await serviceRow(serviceId)).categoryPath).toContain(other?.categoryId)
    const { data } = contentOf(
      await guest.api.catalogue.services({ id: other?.categoryId, keyword: '体外溶出评价', pageSize: 20 }),
    )
    expect(data.map((row) => row.serviceId)).toContain(serviceId)
    expect(
      failureOf(await ops.api.reference.categoryMove({ categoryId: other?.categoryId ?? 0, parentId: categoryId })),
    ).toBe('categoryBelowItself')
    const goods = (await trees('product')).categories[0]
    expect(failureOf(await ops.api.reference.categoryMove({ categoryId, parentId: goods?.categoryId ?? 0 }))).toBe(
      'notFound',
    )
    expect(await wrongPaths()).toEqual([0, 0, 0])
  })
})

describe('a merge', () => {
  test('takes listings, changes, demands, subscriptions, hot words and promotions along', async () => {
    const [source, target] = [await add(parent, '鱼腥草鉴别'), await add(parent, '中药材鉴别')]
    const serviceId = await saveService(source, '样品真伪判定', true)
    await publish(serviceId)
    const changedId = await saveService(target, '另一项服务', true)
    await publish(changedId)
    contentOf(
      await seller.api.catalogue.serviceUpdate({
        ...wholeService(source, '另一项服务'),
        serviceId: changedId,
        version: (await serviceRow(changedId)).version,
        submit: true,
      }),
    )
    const demandId = contentOf(
      await buyer.api.demands.demandSave({ ...demandInput(source), submit: false }, { idempotencyKey: newKey() }),
    ).demandId
    const subscriptionId = await subscribe(seller, { name: '药材', categoryIds: [source, target] })
    const [word] = await app.db
      .insert(dictionaries)
      .values({ dictKey: 'INDEX_SERVICE_KEYWORD', dictCode: 'merge', dictText: '鱼腥草鉴别' })
      .returning()
    const { adId } = contentOf(
      await ops.api.reference.adSave({
        place: 'serviceHall',
        title: '药材',
        text: '',
        picture: '',
        href: `/serviceHall/service?fieldLevel2Id=${source}`,
      }),
    )
    const saveSearch = async () =>
      contentOf(
        await buyer.api.catalogue.savedSearchSave({ kind: 'service', name: '药材', query: `fieldLevel2Id=${source}` }),
      ).savedSearchId
    const savedQueryOf = async (id: number) =>
      (await app.db.select().from(savedSearches).where(eq(savedSearches.id, id)))[0]?.query
    const searchId = await saveSearch()
    const usage = contentOf(await ops.api.reference.categoryUsage({ categoryId: source }))
    expect(usage).toEqual({ listings: 1, changes: 1, demands: 1, subscriptions: 1, leads: 0, savedSearches: 1 })
    expect(contentOf(await merge(source, target))).toEqual(usage)

    expect(await serviceRow(serviceId)).toMatchObject({ categoryId: target })
    const { data } = contentOf(await guest.api.catalogue.services({ keyword: '中药材鉴别', pageSize: 50 }))
    expect(data.map((row) => row.serviceId)).toContain(serviceId)
    expect(contentOf(await guest.api.catalogue.services({ id: target, pageSize: 20 })).total).toBe(2)
    const [change] = await app.db.select().from(listingChanges).where(eq(listingChanges.listingId, changedId))
    expect(change?.form.categoryId).toBe(target)
    const [demand] = await app.db.select().from(demands).where(eq(demands.id, demandId))
    expect(demand?.categoryId).toBe(target)
    const [subscription] = await app.db
      .select()
      .from(demandSubscriptions)
      .where(eq(demandSubscriptions.id, subscriptionId))
    expect(subscription?.categoryIds).toEqual([target])
    const [renamed] = await app.db
      .select()
      .from(dictionaries)
      .where(eq(dictionaries.id, word?.id ?? 0))
    expect(renamed?.dictText).toBe('中药材鉴别')
    const [ad] = await app.db.select().from(adSettings).where(eq(adSettings.id, adId))
    expect(ad?.href).toBe(`/serviceHall/service?fieldLevel2Id=${target}`)
    expect(await savedQueryOf(searchId)).toBe(`fieldLevel2Id=${target}`)
    expect(await wrongPaths()).toEqual([0, 0, 0])
    expect(await wrongCards()).toBe(0)

    // Everything that still names the former category ends in the target.
    const old = await saveService(source, '合并前打开的表单', true)
    expect(await serviceRow(old)).toMatchObject({ categoryId: target, status: 'pending_review' })
    contentOf(
      await seller.api.catalogue.serviceUpdate({
        ...wholeService(source, '合并前打开的草稿'),
        serviceId: await saveService(target, '草稿'),
        version: 1,
      }),
    )
    const late = contentOf(
      await buyer.api.demands.demandSave({ ...demandInput(source), submit: false }, { idempotencyKey: newKey() }),
    )
    const [lateDemand] = await app.db.select().from(demands).where(eq(demands.id, late.demandId))
    expect(lateDemand?.categoryId).toBe(target)
    const lateId = await subscribe(seller, { name: '药材二', categoryIds: [source] })
    const [lateOne] = await app.db.select().from(demandSubscriptions).where(eq(demandSubscriptions.id, lateId))
    expect(lateOne?.categoryIds).toEqual([target])

    expect(await savedQueryOf(await saveSearch())).toBe(`fieldLevel2Id=${target}`)

    // A second merge takes the former ids along.
    const last = await add(parent, '药材与饮片')
    contentOf(await merge(target, last))
    const merges = await app.db
      .select()
      .from(categoryMerges)
      .where(inArray(categoryMerges.id, [source, target]))
    expect(merges.map(({ targetId }) => targetId)).toEqual([last, last])
    expect(await serviceRow(await saveService(source, '更早的表单'))).toMatchObject({ categoryId: last })
  })

  test('refuses its own branch, another kind and unknown categories', async () => {
    const { categories: nodes, rootId } = await trees()
    const above = nodes.find(({ level }) => level === 1)
    const below = nodes.find(({ parentId }) => parentId === above?.categoryId)
    const [a, b] = [above?.categoryId ?? 0, below?.categoryId ?? 0]
    expect(failureOf(await merge(a, b))).toBe('categoryBelowItself')
    expect(failureOf(await merge(a, a))).toBe('categoryBelowItself')
    expect(failureOf(await merge(a, rootId))).toBe('notFound')
    expect(failureOf(await merge(missingId, a))).toBe('notFound')
    expect(failureOf(await merge(a, (await trees('product')).categories[0]?.categoryId ?? 0))).toBe('notFound')
  })

  test('attributes that the target lacks come along, and nobody must fill them in', async () => {
    const [source, target] = [await add(parent, '甲类检测'), await add(parent, '乙类检测')]
    const attribute = (name: string) =>
      ops.api.reference.attributeSave({
        categoryId: source,
        name,
        input: 'text',
        options: [],
        unit: '',
        required: true,
      })
    contentOf(await attribute('检出限'))
    expect(failureOf(await attribute('检出限'))).toBe('attributeNameUsed')
    contentOf(await merge(source, target))
    expect(contentOf(await guest.api.catalogue.categoryAttributes({ categoryId: target }))).toContainEqual(
      expect.objectContaining({ name: '检出限', required: false }),
    )
  })

  test('of goods with saves at the same moment ends with every listing in the target', async () => {
    const above = (await trees('product')).categories.find(({ level }) => level === 2)?.categoryId ?? 0
    for (let round = 0; round < 3; round += 1) {
      const [source, target] = [await add(above, `来源${round}`), await add(above, `目标${round}`)]
      const before = contentOf(
        await seller.api.catalogue.productSave(wholeProduct(source, `先有的商品${round}`), {
          idempotencyKey: newKey(),
        }),
      )
      const saves = Array.from({ length: 8 }, (_, at) =>
        seller.api.catalogue.productSave(wholeProduct(source, `同时保存${round} ${at}`), { idempotencyKey: newKey() }),
      )
      const update = seller.api.catalogue.productUpdate({
        ...wholeProduct(source, `先有的商品${round}，改过`),
        productId: before.productId,
        version: 1,
      })
      const [merged, updated, ...saved] = await Promise.all([merge(source, target), update, ...saves])
      contentOf(merged)
      contentOf(updated)
      const ids = saved.map((answer) => contentOf(answer).productId)
      const rows = await app.db
        .select({ categoryId: products.categoryId, title: products.title })
        .from(products)
        .where(inArray(products.id, [before.productId, ...ids]))
      expect(rows.map(({ categoryId }) => categoryId)).toEqual(Array.from({ length: 9 }, () => target))
      expect(rows.map(({ title }) => title)).toContain(`先有的商品${round}，改过`)
    }
    expect(await wrongPaths()).toEqual([0, 0, 0])
    expect(await wrongCards()).toBe(0)
  })
})

test('attributes are added, renamed, sorted and switched off; used options stay', async () => {
  const categoryId = await add(parent, '属性测试')
  const { attributeSave, attributeSort, attributeSwitch } = ops.api.reference
  const input = { categoryId, name: '基质', input: 'select' as const, unit: '', required: true }
  expect(fieldsWithErrors(await attributeSave({ ...input, options: [] }))).toEqual(['options'])
  const { attributeId } = contentOf(await attributeSave({ ...input, options: ['血浆', '尿液'] }))
  const second = contentOf(
    await attributeSave({ categoryId, name: '通量', input: 'number', options: [], unit: '例/天', required: false }),
  )
  const own = contentOf(await guest.api.catalogue.categoryAttributes({ categoryId })).find(
    ({ name }) => name === '基质',
  )
  const serviceId = contentOf(
    await seller.api.catalogue.serviceSave(
      { ...wholeService(categoryId, '生物样本分析'), attributes: { [own?.code ?? '']: ['血浆'] } },
      { idempotencyKey: newKey() },
    ),
  ).serviceId
  const change = (options: string[]) => attributeSave({ ...input, attributeId, name: '样本基质', options })
  expect(failureOf(await change(['尿液']))).toBe('attributeOptionUsed')
  contentOf(await change(['全血', '血浆']))
  contentOf(await attributeSort({ categoryId, attributeIds: [second.attributeId, attributeId] }))
  expect(failureOf(await attributeSort({ categoryId, attributeIds: [attributeId, missingId] }))).toBe('conflict')
  contentOf(await attributeSwitch({ attributeId: second.attributeId, isOn: false }))
  expect(contentOf(await ops.api.reference.editedAttributes({ categoryId }))).toMatchObject([
    { name: '通量', isOn: false },
    { name: '样本基质', options: ['全血', '血浆'], isOn: true },
  ])
  const names = contentOf(await guest.api.catalogue.categoryAttributes({ categoryId })).map(({ name }) => name)
  expect(names).toContain('样本基质')
  expect(names).not.toContain('通量')
  expect((await serviceRow(serviceId)).attributes).toEqual({ [own?.code ?? '']: ['血浆'] })
  expect(failureOf(await attributeSwitch({ attributeId: missingId, isOn: true }))).toBe('notFound')
  expect(failureOf(await ops.api.reference.editedAttributes({ categoryId: missingId }))).toBe('notFound')
})

test('operators without the permission, sellers and guests are refused', async () => {
  for (const [client, failure] of [
    [seller, 'forbidden'],
    [guest, 'sessionInvalid'],
  ] as const) {
    const { reference } = client.api
    expect(failureOf(await reference.editedCategories({ kind: 'service' }))).toBe(failure)
    expect(failureOf(await reference.categoryMerge({ categoryId: 1, targetId: 2 }))).toBe(failure)
    expect(failureOf(await reference.categoryDelete({ categoryId: 1 }))).toBe(failure)
  }
})
