import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { listingCards, services } from '../../../src/db/tables/catalogue.ts'
import { districts } from '../../../src/db/tables/reference.ts'
import { contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { appForFile, clientForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const ops = clientForFile(app, 'ops')
const buyer = clientForFile(app, 'buyer')
const guest = visitorForFile(app)

const level = async (parentCode?: string) =>
  contentOf(await ops.api.reference.editedDistricts(parentCode === undefined ? {} : { parentCode }))
const offered = async (parentCode: string) =>
  contentOf(await guest.api.reference.districtSubset({ parentCode })).map(({ name }) => name)

test('a level lists its districts with what is below and the companies of each', async () => {
  const { above, rows } = await level()
  expect(above).toEqual([])
  expect(rows).toHaveLength(34)
  const jiangsu = rows.find(({ code }) => code === '320000')
  expect(jiangsu).toMatchObject({ name: '江苏省', isOff: false, below: 13 })
  expect(jiangsu?.companies).toBe(await app.db.$count(companies, like(companies.districtCode, '32%')))
  const suzhou = await level('320500')
  expect(suzhou.above.map(({ name }) => name)).toEqual(['江苏省', '苏州市'])
  expect(suzhou.rows.map(({ name }) => name)).toContain('虎丘区')
  expect(failureOf(await ops.api.reference.editedDistricts({ parentCode: '990000' }))).toBe('notFound')
})

test('a new name reaches the region of everything below and the cards of listings', async () => {
  const code = '320500'
  const [service] = await app.db
    .select({ id: services.id })
    .from(services)
    .where(like(services.districtCode, '3205%'))
    .limit(1)
  const card = async () => {
    const [row] = await app.db
      .select({ card: listingCards.card })
      .from(listingCards)
      .where(and(eq(listingCards.kind, 'service'), eq(listingCards.listingId, service?.id ?? 0)))
    return row?.card
  }
  expect(await card()).toContain('江苏 苏州')
  contentOf(await ops.api.reference.districtSave({ code, name: '姑苏市', isNew: false }))
  expect(await card()).toContain('江苏 姑苏')
  const [below] = await app.db.select().from(districts).where(eq(districts.code, '320505'))
  expect(below?.region).toBe('江苏 姑苏')
  expect(await offered('320000')).toContain('姑苏市')
  contentOf(await ops.api.reference.districtSave({ code, name: '苏州市', isNew: false }))
  expect(await card()).toContain('江苏 苏州')
})

test('a new district needs a free code below a known one, and a name of its own', async () => {
  const save = (code: string, name: string, isNew = true) => ops.api.reference.districtSave({ code, name, isNew })
  contentOf(await save('320598', '苏相合作区'))
  expect(await offered('320500')).toContain('苏相合作区')
  const [added] = await app.db.select().from(districts).where(eq(districts.code, '320598'))
  expect(added).toMatchObject({ level: 3, parentCode: '320500', region: '江苏 苏州', isOff: false })
  expect(fieldsWithErrors(await save('320598', '另一个'))).toEqual(['code'])
  expect(fieldsWithErrors(await save('329901', '没有上级'))).toEqual(['code'])
  expect(fieldsWithErrors(await save('320597', '苏相合作区'))).toEqual(['name'])
  expect(fieldsWithErrors(await save('32059', '短'))).toEqual(['code'])
  expect(failureOf(await save('320596', '没有', false))).toBe('notFound')
})

test('a district that is switched off is offered no more; who has it keeps it', async () => {
  const [company] = await app.db.select().from(companies).where(like(companies.districtCode, '3205%')).limit(1)
  const code = company?.districtCode ?? ''
  const parentCode = `${code.slice(0, 4)}00`
  const before = await offered(parentCode)
  contentOf(await ops.api.reference.districtSwitch({ code, isOff: true }))
  const after = await offered(parentCode)
  expect(after).toHaveLength(before.length - 1)
  const { rows } = await level(parentCode)
  expect(rows.find((row) => row.code === code)?.isOff).toBe(true)
  const shops = contentOf(await guest.api.reference.areaMenu({}))
  expect(JSON.stringify(shops)).toContain('江苏')
  // Everything below goes with a level.
  contentOf(await ops.api.reference.districtSwitch({ code: parentCode, isOff: true }))
  expect(await offered(parentCode)).toEqual([])
  for (const each of [parentCode, code]) contentOf(await ops.api.reference.districtSwitch({ code: each, isOff: false }))
  expect(await offered(parentCode)).toEqual(before)
  expect(failureOf(await ops.api.reference.districtSwitch({ code: '999999', isOff: true }))).toBe('notFound')
})

test('who is no operator of content is refused', async () => {
  expect(failureOf(await buyer.api.reference.editedDistricts({}))).toBe('forbidden')
})
