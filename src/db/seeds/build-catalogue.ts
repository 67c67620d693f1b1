import { chooseDrawing } from '../../domain/pictures/choose-drawing.ts'
import { cheapestSpec } from '../../domain/catalogue/product-specs.ts'
import type { ListingDetail, ListingStatus, PriceType } from '../../domain/catalogue/listing.ts'
import { hasStructure } from '../structures.ts'
import { readKnownMolecules } from '../molecules.ts'
import type { brands, molecules, productBatches, productSpecs, products, services } from '../tables/catalogue.ts'
import { attributeReader } from './build-attributes.ts'
import { demoIds, type Accounts, type Organisation } from './build-accounts.ts'
import { compoundGoods } from './build-compound-goods.ts'
import { buildCategories } from './build-reference.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog, Step } from './changes.ts'
import { certificateScopes } from './data/companies.ts'
import { brandNames, goodsNotes, type GoodsNote } from './data/goods.ts'
import { goodsStates, homeGoods, homeServices, serviceStates } from './data/listing-states.ts'
import { earlyServices, lateServices, preclinicalServices, type ServiceNote } from './data/services.ts'
import { itemAt, requireKey, random } from './random.ts'
import { leafFinder, type CategoryRow } from './trees.ts'

export type ServiceRow = Omit<typeof services.$inferInsert, 'tokens'> & {
  id: number
  title: string
  price: number | null
}
export type ProductRow = Omit<typeof products.$inferInsert, 'tokens'> & {
  id: number
  title: string
  price: number | null
}
export type SpecRow = typeof productSpecs.$inferInsert & { id: number }

export interface Catalogue {
  readonly categories: readonly CategoryRow[]
  readonly services: readonly ServiceRow[]
  readonly brands: readonly (typeof brands.$inferInsert & { id: number })[]
  readonly products: readonly ProductRow[]
  readonly specs: readonly SpecRow[]
  readonly molecules: readonly (typeof molecules.$inferInsert)[]
  readonly batches: readonly (typeof productBatches.$inferInsert & { id: number })[]
}

/** Product ids start here, so that histories of services and products do not share ids. */
const firstProductId = 5001

/** Maximum of business classes per company. */
const maxClasses = 4
/** Code of the dictionary ` ORG_SERVICE_CLASS` by the first category level of a company's offers. */
const classOfField: ReadonlyMap<string, string> = new Map([
  ['发现与筛选', '1'],
  ['药学研究', '2'],
  ['临床前', '3'],
  ['临床研究', '4'],
  ['注册申报', '5'],
  ['CDMO 与生产', '6'],
  ['医疗器械', '7'],
  ['分析检测', '8'],
  ['对照品与标准品', '9'],
  ['试剂', '9'],
  ['耗材', '9'],
  ['仪器设备', '10'],
  ['细胞与基因治疗', '11'],
  ['原料与辅料', '12'],
])

export function buildCatalogue(accounts: Accounts, days: Calendar, log: ChangeLog): Catalogue {
  const { service: serviceCategories, product: productCategories } = buildCategories()
  const brandRows = brandNames.map((name, index) => ({ id: index + 1, name }))
  const serviceRows = buildServices(accounts, serviceCategories, days, log)
  const { rows, specs } = buildProducts(accounts, productCategories, days, log)
  const moleculeRows = addMolecules(rows)
  const rootOf = new Map([...serviceCategories, ...productCategories].map(({ id, name }) => [id, name]))
  for (const { shop, company } of accounts.organisations) {
    if (shop === undefined) continue
    const own = [...serviceRows, ...rows].filter((row) => row.shopId === shop.id)
    const classes = Map.groupBy(own, (row) => classOfField.get(requireKey(rootOf, itemAt(row.categoryPath, 1))) ?? '')
    company.serviceClasses = [...classes]
      .toSorted(([, one], [, other]) => other.length - one.length)
      .slice(0, maxClasses)
      .map(([code]) => code)
    shop.serviceCount = serviceRows.filter((row) => row.shopId === shop.id && row.status === 'published').length
    shop.productCount = rows.filter((row) => row.shopId === shop.id && row.status === 'published').length
  }
  return {
    categories: [...serviceCategories, ...productCategories],
    services: serviceRows,
    brands: brandRows,
    products: rows,
    specs,
    molecules: moleculeRows,
    batches: buildBatches(rows, accounts, days),
  }
}

/** Statements of common solvents and reagents, by CAS number. */
const hazardsByCas: ReadonlyMap<string, readonly string[]> = new Map([
  ['67-56-1', ['H225', 'H301', 'H311', 'H331', 'H370']],
  ['75-05-8', ['H225', 'H302', 'H312', 'H332', 'H319']],
  ['64-17-5', ['H225', 'H319']],
  ['67-63-0', ['H225', 'H319', 'H336']],
  ['67-64-1', ['H225', 'H319', 'H336']],
  ['109-99-9', ['H225', 'H302', 'H319', 'H335', 'H351']],
  ['75-09-2', ['H315', 'H319', 'H336', 'H351']],
  ['141-78-6', ['H225', 'H319', 'H336']],
  ['108-88-3', ['H225', 'H304', 'H315', 'H336', 'H361', 'H373']],
  ['110-54-3', ['H225', 'H304', 'H315', 'H336', 'H361', 'H373', 'H411']],
  ['68-12-2', ['H226', 'H312', 'H332', 'H319', 'H360']],
  ['76-05-1', ['H314', 'H332', 'H412']],
  ['64-19-7', ['H226', 'H314']],
  ['64-18-6', ['H226', 'H302', 'H314', 'H331']],
  ['62-75-9', ['H301', 'H330', 'H350', 'H372', 'H411']],
  ['55-18-5', ['H301', 'H350', 'H412']],
  ['103-90-2', ['H302']],
  ['50-78-2', ['H302']],
  ['58-08-2', ['H302']],
])

/** Gives products their structures and hazard statements by CAS number; returns the structures, each once. */
function addMolecules(rows: readonly ProductRow[]): (typeof molecules.$inferInsert)[] {
  const known = readKnownMolecules()
  const found = new Map<string, typeof molecules.$inferInsert & { id: number }>()
  for (const row of rows) {
    const molecule = known.get(row.cas ?? '')
    row.hazards = [...(hazardsByCas.get(row.cas ?? '') ?? [])]
    if (molecule === undefined) continue
    const before = found.get(molecule.idcode)
    const listed = before?.listed === true || row.status === 'published'
    const id = before?.id ?? found.size + 1
    found.set(molecule.idcode, { ...molecule, id, listed, revision: 1 })
    row.smiles = molecule.smiles
    row.moleculeOf = molecule.smiles
    row.moleculeId = id
  }
  return [...found.values()]
}

/** Batches of some goods with a structure; without files, since the documents do not exist. */
function buildBatches(rows: readonly ProductRow[], accounts: Accounts, days: Calendar): Catalogue['batches'] {
  const dayOf = (at: number) => days.at(at, '09:00').toISOString().slice(0, 10)
  const makers = new Map(
    accounts.organisations.flatMap(({ company }) => {
      const person = accounts.users.find(({ companyId }) => companyId === company.id)
      return person === undefined ? [] : [[company.id, person.id] as const]
    }),
  )
  const kept = rows.filter((row) => row.moleculeId !== undefined && row.status === 'published').slice(0, 60)
  return kept.flatMap((row, index) =>
    [
      { made: -420 - (index % 9) * 11, retest: -30 + (index % 5) * 3 - 12 },
      { made: -120 - (index % 7) * 9, retest: 610 - (index % 7) * 9 },
    ].map(({ made, retest }, place) => ({
      id: index * 2 + place + 1,
      productId: row.id,
      companyId: row.companyId,
      batchNo: `${dayOf(made).replaceAll('-', '').slice(2)}${String((index % 4) + 1).padStart(2, '0')}`,
      madeOn: dayOf(made),
      retestOn: dayOf(retest),
      createdBy: makers.get(row.companyId) ?? 1,
    })),
  )
}

function buildServices(
  accounts: Accounts,
  categories: readonly CategoryRow[],
  days: Calendar,
  log: ChangeLog,
): ServiceRow[] {
  const chance = random(23)
  const [leaf, readAttributes] = [leafFinder(categories), attributeReader(categories)]
  const notes = [...preclinicalServices, ...earlyServices, ...lateServices].flatMap((note) =>
    note.each
      .trim()
      .split('\n')
      .map((line, place) => ({ note, line, isFirst: place === 0 })),
  )
  return notes.map(({ note, line, isFirst }, index) => {
    const { by, yuan, time, leafName, words } = readVariation(note, line)
    const title = fill(note.title, words)
    const supplier = requireKey(accounts.byKey, by)
    const { company, shop } = withShop(supplier)
    const category = leaf(leafName)
    const tags = tagsOf(note.tags, supplier)
    const { priceType, price, highPrice } = readPrice(yuan)
    const { minDays, maxDays } = readTime(time)
    const status = serviceStates.get(title) ?? 'published'
    const id = index + 1
    const published = publishedDay(homeServices.indexOf(title), chance.int(6, 320), status, id)
    const createdAt = days.at(published - 2, '09:20')
    const publishedAt = isOut(status) ? days.at(published, `${chance.int(8, 19)}:${chance.int(10, 59)}`) : null
    log.add('service', id, 'draft', listingSteps(status, supplier, createdAt, publishedAt))
    const weeks = minDays === null || maxDays === null ? undefined : Math.max(1, Math.round((minDays + maxDays) / 14))
    const facts = readPairs(fill(note.facts, words))
    const { attributes, facts: own } = readAttributes(
      category,
      facts.map(([label, value]) => ({ label, value })),
    )
    const summary = isFirst
      ? note.summary
      : `${facts
          .slice(0, 2)
          .map(([, value]) => value)
          .join('，')}。${note.summary}`
    return {
      id,
      serviceNo: `S${days.year()}-${title === homeServices[1] ? '004821' : String(3000 + index * 13).padStart(6, '0')}`,
      shopId: shop.id,
      companyId: company.id,
      categoryId: category.id,
      categoryPath: category.path,
      title,
      summary,
      priceType,
      price,
      highPrice,
      districtCode: company.districtCode,
      tags,
      figure: chooseDrawing({ kind: 'service', seed: id, title, base: category.figure }, hasStructure),
      status,
      attributes,
      detail: {
        facts: own,
        paragraphs: note.text.map((each) => spaced(fill(each, words))),
        ...(note.table === undefined ? {} : { table: readTable(note.table, words) }),
        steps: readSteps(fill(note.steps, words), weeks),
        deliverables: readPairs(fill(note.out, words)).map(([name, text]) => ({ name, note: text })),
        certificates: certificatesOf(supplier),
      },
      ...seen(publishedAt, chance.int(60, 5200), title === homeServices[1] ? 128 : chance.int(0, 160)),
      publishedAt,
      updatedAt: publishedAt ?? createdAt,
      createdAt,
      downPaymentPercent: priceType === 0 && price !== null ? downPayment(price) : 0,
      minDays,
      maxDays,
      durationText: time,
    }
  })
}

function buildProducts(
  accounts: Accounts,
  categories: readonly CategoryRow[],
  days: Calendar,
  log: ChangeLog,
): { rows: ProductRow[]; specs: SpecRow[] } {
  const chance = random(37)
  const [leaf, readAttributes] = [leafFinder(categories), attributeReader(categories)]
  const specs: SpecRow[] = []
  const notes: GoodsNote[] = [...goodsNotes, ...compoundGoods(random(41))].map((note) => ({
    ...note,
    title: spaced(note.title),
  }))
  const rows = notes.map((note, index): ProductRow => {
    const supplier = requireKey(accounts.byKey, note.by)
    const { company, shop } = withShop(supplier)
    const category = leaf(note.leaf)
    const id = firstProductId + index
    const prices = note.specs.map(({ yuan }) => yuan * 100)
    const low = Math.min(...prices)
    const priceType: PriceType = note.asked === '面议' ? 2 : note.asked === '区间' ? 1 : 0
    const status = goodsStates.get(note.title) ?? 'published'
    const published = publishedDay(homeGoods.indexOf(note.title), chance.int(8, 360), status, id)
    const createdAt = days.at(published - 1, '10:05')
    const publishedAt = isOut(status) ? days.at(published, `${chance.int(8, 18)}:${chance.int(10, 59)}`) : null
    log.add('product', id, 'draft', listingSteps(status, supplier, createdAt, publishedAt))
    specs.push(
      ...note.specs.map((spec, sort) => ({
        id: specs.length + 1 + sort,
        productId: id,
        name: spec.name,
        price: spec.yuan * 100,
        stock: spec.stock,
        sort,
      })),
    )
    const facts = readPairs(note.facts)
    const summary = summaryOf(note, facts)
    const detail = productDetail(note, facts, supplier)
    const { attributes, facts: own } = readAttributes(category, detail.facts)
    const tags = tagsOf('CNAS GMP ISO 17034 ISO 13485 ISO 9001 AAALAC', supplier).slice(0, 2)
    return {
      id,
      productNo: `P${String(10_002_046 + index * 7)}`,
      shopId: shop.id,
      companyId: company.id,
      categoryId: category.id,
      categoryPath: category.path,
      title: note.title,
      summary,
      priceType,
      price: priceType === 2 ? null : low,
      highPrice: priceType === 1 ? Math.max(...prices) : null,
      districtCode: company.districtCode,
      tags,
      figure: chooseDrawing(
        { kind: 'product', seed: id, title: note.title, base: category.figure, cas: note.cas },
        hasStructure,
      ),
      status,
      attributes,
      detail: { ...detail, facts: own },
      ...seen(publishedAt, chance.int(20, 3800), chance.int(0, 90)),
      publishedAt,
      createdAt,
      updatedAt: publishedAt ?? createdAt,
      brandId: brandNames.indexOf(note.brand) + 1,
      cas: note.cas === '' ? null : note.cas,
      catalogueNo: note.catalogueNo,
      specText: cheapestSpec(note.specs.map(({ name, yuan }) => ({ name, price: yuan })))?.name ?? '',
      minOrder: 1,
    }
  })
  return { rows, specs }
}

function summaryOf(note: GoodsNote, facts: readonly (readonly [string, string])[]): string {
  const shown = facts.filter(([label]) => label !== '英文名' && label !== '分子式').slice(0, 2)
  const start = note.cas === '' ? `货号 ${note.catalogueNo}` : `CAS ${note.cas}`
  return [start, ...shown.map(([label, value]) => `${label} ${value}`)].join('，')
}

function productDetail(
  note: GoodsNote,
  facts: readonly (readonly [string, string])[],
  supplier: Organisation,
): ListingDetail {
  const sizes = note.specs.map((spec) => spec.name).join('、')
  const storage = facts.find(([label]) => label === '储存' || label === '保存')?.[1]
  return {
    facts: [
      ...(note.cas === '' ? [] : [{ label: 'CAS 号', value: note.cas }]),
      { label: '货号', value: note.catalogueNo },
      ...facts.map(([label, value]) => ({ label, value })),
    ],
    paragraphs: [
      `${note.title}，${note.brand}出品，规格：${sizes}。${facts
        .slice(0, 3)
        .map(([label, value]) => `${label}：${value}`)
        .join('；')}。`,
      storage === undefined
        ? '现货当日发出，附合格证与批次文件；可按批次预留同批货。'
        : `储存条件：${storage}，按相应温度运输并附温度记录；收货后请于 24 小时内核对批号与外观。`,
    ].map(spaced),
    table: {
      title: '货期',
      head: ['规格', '货期'],
      rows: note.specs.map((spec) => [spec.name, spec.stock > 5 ? '现货，1~3 个工作日' : '1~2 周']),
    },
    steps: [],
    deliverables: [
      { name: '检验报告', note: '随货一份，可在线下载' },
      { name: '发票', note: '增值税专用发票或普通发票' },
    ],
    certificates: certificatesOf(supplier),
  }
}

/** Listings of the home page were published last, one a day; pending ones were submitted a few days ago at most. */
function publishedDay(place: number, days: number, status: ListingStatus, id: number): number {
  if (status === 'pending_review') return -1 - (id % 5)
  return place >= 0 ? -1 - place : -days
}
const isOut = (status: ListingStatus) => status === 'published' || status === 'unlisted' || status === 'suspended'

function listingSteps(
  status: ListingStatus,
  supplier: Organisation,
  createdAt: Date,
  publishedAt: Date | null,
): Step[] {
  if (status === 'draft') return []
  const own = { userId: supplier.ownerId, companyId: supplier.company.id }
  const submitted: Step = { event: 'submit', to: 'pending_review', at: createdAt, ...own }
  if (status === 'pending_review') return [submitted]
  const later = (hours: number, from: Date) => new Date(from.getTime() + hours * 3_600_000)
  if (status === 'rejected') {
    return [
      submitted,
      {
        event: 'reject',
        to: 'rejected',
        at: later(5, createdAt),
        userId: demoIds.ops,
        reason: '请补充对应资质证书的有效期页',
      },
    ]
  }
  const passed: Step = { event: 'pass', to: 'published', at: publishedAt ?? later(4, createdAt) }
  if (status === 'published') return [submitted, passed]
  const end = later(20, passed.at)
  return status === 'unlisted'
    ? [submitted, passed, { event: 'unlist', to: 'unlisted', at: end, ...own }]
    : [
        submitted,
        passed,
        {
          event: 'suspend',
          to: 'suspended',
          at: end,
          userId: demoIds.ops,
          reason: '资质范围与所述内容不一致，已通知整改',
        },
      ]
}

export function withShop({ key, company, shop }: Organisation) {
  if (shop === undefined) throw new Error(`${key} has no shop`)
  return { company, shop }
}

const certificatesOf = ({ certificates }: Organisation) =>
  certificates.map(({ tag, until }) => {
    const [name, scope] = requireKey(certificateScopes, tag)
    return { name, scope, until }
  })

/** Tags in a note for which the supplier has a certificate, three at most. */
function tagsOf(text: string, { certificates, key }: Organisation): string[] {
  const held = new Set(certificates.map(({ tag }) => tag))
  const wanted = text.match(/ISO \d+|\S+/g) ?? []
  const tags = wanted.filter((tag) => held.has(tag) || (tag === '注册咨询' && key === '砥研'))
  return (tags.length > 0 ? tags : certificates.map(({ tag }) => tag)).slice(0, 3)
}

/** Puts a space between Chinese text and adjacent Latin letters or digits. */
const spaced = (text: string) =>
  text.replace(/(\p{Script=Han})([A-Za-z0-9])/gu, '$1 $2').replace(/([A-Za-z0-9%])(\p{Script=Han})/gu, '$1 $2')

const fill = (text: string, words: ReadonlyMap<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_whole, name: string) => requireKey(words, name))

function readVariation(note: ServiceNote, line: string) {
  const [by = '', yuan = '', time = '', leafName = '', ...values] = line
    .replace(/\|$/, '')
    .split('|')
    .map((part) => part.trim())
  const words = new Map(note.vars.split(' ').map((name, index) => [name, values[index] ?? '']))
  words.set('weeks', /(\d+) 周/.exec(words.get('t') ?? '')?.[1] ?? '4')
  return { by, yuan, time, leafName, words }
}

function readPrice(yuan: string): { priceType: PriceType; price: number | null; highPrice: number | null } {
  if (yuan === '面议') return { priceType: 2, price: null, highPrice: null }
  const [low = '', high] = yuan.split('~')
  return {
    priceType: high === undefined ? 0 : 1,
    price: Number(low) * 100,
    highPrice: high === undefined ? null : Number(high) * 100,
  }
}

/** Parses `16~20 周` and `15 工作日` into days; anything else has no duration. */
function readTime(time: string): { minDays: number | null; maxDays: number | null } {
  const [, low, high = low, unit] = /^(\d+)(?:~(\d+))? (周|工作日)$/.exec(time) ?? []
  if (low === undefined || high === undefined) return { minDays: null, maxDays: null }
  const days = (text: string) => Math.round(Number(text) * (unit === '周' ? 7 : 7 / 5))
  return { minDays: days(low), maxDays: days(high) }
}

/** Down payment in percent, by price in fen. */
const downPayment = (price: number) => (price >= 5_000_000 ? 30 : price >= 1_000_000 ? 50 : 0)

const readPairs = (text: string) =>
  text.split('；').map((each): [string, string] => {
    const cut = each.indexOf('=')
    return cut < 0 ? [each, ''] : [each.slice(0, cut), each.slice(cut + 1)]
  })

function readTable(lines: readonly string[], words: ReadonlyMap<string, string>) {
  const [title = '', head = '', ...rows] = lines.map((line) => fill(line, words))
  return { title, head: head.split('|'), rows: rows.map((row) => row.split('|')) }
}

/**
 * Consecutive steps in weeks; `*` lasts until the end. Steps are stretched if their sum differs from the promised
 * weeks.
 */
function readSteps(text: string, weeks: number | undefined): { name: string; from: number; to: number }[] {
  let end = 0
  const steps = text.split('；').map((each) => {
    const [, name = each, length = '1', overlap = '0'] = /^(.+) (\d+|\*)(?: 周)?(?:~(\d+))?$/.exec(each) ?? []
    const from = end - Number(overlap)
    end = length === '*' ? Math.max(from + 2, weeks ?? 0) : from + Number(length)
    return { name, from, to: end }
  })
  if (weeks === undefined || end === weeks) return steps.map((step) => ({ ...step, from: step.from + 1 }))
  const scale = weeks / end
  return steps.map(({ name, from, to }) => {
    const first = Math.min(weeks, Math.floor(from * scale + 1e-9) + 1)
    return { name, from: first, to: Math.max(first, Math.round(to * scale)) }
  })
}

/** Unpublished listings have no views and no favourites. */
const seen = (publishedAt: Date | null, viewCount: number, followCount: number) =>
  publishedAt === null ? { viewCount: 0, followCount: 0 } : { viewCount, followCount }
