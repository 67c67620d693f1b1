import { eq, lt } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { products } from '../../../src/db/tables/catalogue.ts'
import type { EditedDictionary } from '../../../src/domain/reference/edited-dictionaries.ts'
import { contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile, clientForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const ops = clientForFile(app, 'ops')
const seller = clientForFile(app, 'seller')
const second = clientForFile(app, 'person')
const guest = visitorForFile(app)

beforeAll(async () => {
  await app.db
    .update(users)
    .set({ isOperator: true, operatorRoles: ['editor'] })
    .where(eq(users.loginName, 'person'))
})

const values = async (dictionary: EditedDictionary) => contentOf(await ops.api.reference.editedValues({ dictionary }))
const texts = async (dictKey: string) =>
  contentOf(await guest.api.reference.dictionaryKey({ dictKey })).map(({ dictText }) => dictText)

test('hot words are added, renamed, sorted and deleted; pages follow at once', async () => {
  const dictionary = 'hotServices'
  const before = await values(dictionary)
  const { valueId } = contentOf(await ops.api.reference.valueSave({ dictionary, text: '稳定性研究' }))
  expect(failureOf(await ops.api.reference.valueSave({ dictionary, text: '稳定性研究' }))).toBe('dictionaryTextUsed')
  expect(fieldsWithErrors(await ops.api.reference.valueSave({ dictionary, text: ' ' }))).toEqual(['text'])
  contentOf(await ops.api.reference.valueSave({ dictionary, valueId, text: '稳定性考察' }))
  const ids = before.map((row) => row.valueId)
  contentOf(await ops.api.reference.valueSort({ dictionary, valueIds: [valueId, ...ids] }))
  expect((await texts('INDEX_SERVICE_KEYWORD'))[0]).toBe('稳定性考察')
  expect(failureOf(await ops.api.reference.valueSort({ dictionary, valueIds: ids }))).toBe('conflict')
  // One asks, another one confirms.
  expect(contentOf(await ops.api.reference.valueDelete({ dictionary, valueId }))).toEqual({ waiting: true })
  expect(failureOf(await ops.api.reference.valueDelete({ dictionary, valueId }))).toBe('secondOperatorNeeded')
  expect(await texts('INDEX_SERVICE_KEYWORD')).toContain('稳定性考察')
  const { data } = contentOf(await second.api.operations.operatorApprovals({}))
  expect(data).toMatchObject([{ action: '删除字典的值', page: '/ops/dictionaries', isOwn: false }])
  expect(contentOf(await second.api.reference.valueDelete({ dictionary, valueId }))).toEqual({ waiting: false })
  expect(failureOf(await second.api.reference.valueDelete({ dictionary, valueId }))).toBe('notFound')
  expect(contentOf(await second.api.operations.operatorApprovals({})).data).toEqual([])
  expect(await texts('INDEX_SERVICE_KEYWORD')).not.toContain('稳定性考察')
})

test('a value in use stays, with its count; a rename reaches what uses it', async () => {
  const [unit] = await values('units')
  await app.db
    .update(products)
    .set({ unit: unit?.text ?? '' })
    .where(lt(products.id, 5004))
  const used = (await values('units')).find(({ uses }) => uses > 0)
  if (used === undefined) throw new Error('No unit in use')
  expect(used).toEqual({ valueId: unit?.valueId, text: unit?.text, uses: 3 })
  const refused = await ops.api.reference.valueDelete({ dictionary: 'units', valueId: used.valueId })
  expect(failureOf(refused)).toBe('dictionaryValueUsed')
  expect(refused).toMatchObject({ failure: { content: { count: used.uses } } })
  contentOf(await ops.api.reference.valueSave({ dictionary: 'units', valueId: used.valueId, text: '大瓶' }))
  expect(await app.db.$count(products, eq(products.unit, used.text))).toBe(0)
  expect((await values('units')).find(({ text }) => text === '大瓶')?.uses).toBe(used.uses)

  const classes = await values('companyClasses')
  const worn = classes.find(({ uses }) => uses > 0)
  expect(
    failureOf(await ops.api.reference.valueDelete({ dictionary: 'companyClasses', valueId: worn?.valueId ?? 0 })),
  ).toBe('dictionaryValueUsed')
})

test('capability tags are edited by group; shops choose new ones, and tags in use keep their text', async () => {
  const dictionary = 'facilities'
  const before = await values(dictionary)
  expect(before.map(({ text }) => text)).toContain('方法转移')
  const { valueId } = contentOf(await ops.api.reference.valueSave({ dictionary, text: '冷冻电镜' }))
  // A text is one tag, whatever its group.
  for (const group of ['facilities', 'dosageForms'] as const)
    expect(failureOf(await ops.api.reference.valueSave({ dictionary: group, text: '冷冻电镜' }))).toBe(
      'dictionaryTextUsed',
    )
  const ids = before.map((row) => row.valueId)
  contentOf(await ops.api.reference.valueSort({ dictionary, valueIds: [valueId, ...ids] }))
  contentOf(await ops.api.reference.valueSave({ dictionary, valueId, text: '冷冻电子显微镜' }))
  const groups = contentOf(await guest.api.reference.dictionaryKey({ dictKey: 'CAPABILITY_TAG' }))
  const texts = groups.flatMap(({ children }) => children.map(({ dictText }) => dictText))
  expect(groups).toHaveLength(4)
  expect(texts.filter((text) => text.startsWith('冷冻'))).toEqual(['冷冻电子显微镜'])
  expect(groups.find(({ dictCode }) => dictCode === 'FACILITY')?.children[0]?.dictText).toBe('冷冻电子显微镜')

  const { capabilities } = contentOf(await seller.api.shops.sellerShop({}))
  contentOf(await seller.api.shops.shopCapabilitiesSave({ capabilities: ['冷冻电子显微镜'] }))
  expect((await values(dictionary))[0]).toEqual({ valueId, text: '冷冻电子显微镜', uses: 1 })
  expect(failureOf(await ops.api.reference.valueSave({ dictionary, valueId, text: '电镜' }))).toBe(
    'dictionaryValueFixed',
  )
  expect(failureOf(await ops.api.reference.valueDelete({ dictionary, valueId }))).toBe('dictionaryValueUsed')
  contentOf(await seller.api.shops.shopCapabilitiesSave({ capabilities }))
  contentOf(await ops.api.reference.valueDelete({ dictionary, valueId }))
  expect(contentOf(await second.api.reference.valueDelete({ dictionary, valueId }))).toEqual({ waiting: false })
  expect(await values(dictionary)).toEqual(before)
})

test('tags of certificates are added for sellers to choose; those of certificates stay', async () => {
  const dictionary = 'qualifications'
  const glp = (await values(dictionary)).find(({ text }) => text === 'GLP')
  expect(glp?.uses).toBeGreaterThan(0)
  const refused = await ops.api.reference.valueSave({ dictionary, valueId: glp?.valueId ?? 0, text: '良好实验室' })
  expect(failureOf(refused)).toBe('dictionaryValueFixed')
  contentOf(await ops.api.reference.valueSave({ dictionary, text: 'ISO 14001' }))
  expect(contentOf(await guest.api.reference.dictionaryKey({ dictKey: 'QUALIFICATION_TAG' })).at(-1)).toMatchObject({
    dictCode: 'ISO 14001',
    dictText: 'ISO 14001',
  })
})

test('a value of another dictionary is not found, and others are refused', async () => {
  const [unit] = await values('units')
  const other = { dictionary: 'hotGoods' as const, valueId: unit?.valueId ?? 0 }
  expect(failureOf(await ops.api.reference.valueDelete(other))).toBe('notFound')
  expect(failureOf(await ops.api.reference.valueSave({ ...other, text: '别的' }))).toBe('notFound')
  expect(failureOf(await ops.api.reference.valueDelete({ ...other, valueId: missingId }))).toBe('notFound')
  expect(failureOf(await seller.api.reference.valueDelete(other))).toBe('forbidden')
  expect(failureOf(await guest.api.reference.editedValues({ dictionary: 'units' }))).toBe('sessionInvalid')
})
