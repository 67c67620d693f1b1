import { describe, expect, test } from 'vitest'
import type { ProductDetail } from '../../src/contract/catalogue/products.ts'
import { listState } from '../../src/domain/catalogue/list-query.ts'
import { cutHeadText, headDescription } from '../../src/domain/shell/head-text.ts'
import { productData } from '../../src/components/catalogue/detail/listing-structured-data.ts'
import { listHead } from '../../src/components/catalogue/list/list-head.ts'
import { articleData } from '../../src/components/content/content-structured-data.ts'
import { newsData } from '../../src/components/content/sections/section-structured-data.ts'
import { classData } from '../../src/components/live/class-structured-data.ts'
import { itemListData, organizationData, shopData, siteData } from '../../src/components/shell/structured-data.ts'
import { schemaErrors } from '../support/schema-org.ts'

const site = 'https://portal.example.cn'
const shop = {
  shopId: 1,
  orgId: 2,
  shopName: '砚谷',
  companyName: '合肥砚谷标准物质有限公司',
  certified: true,
  districtName: '安徽 合肥',
  shopLogo: '',
  foundedAt: '',
  serviceAccount: 0,
  productAccount: 3,
  followCount: 0,
  tags: [],
  holiday: null,
  record: {
    completedOrders: 0,
    onTimePercent: null,
    answerHours: null,
    troublePercent: null,
    reviews: 0,
    mean: null,
    completedAmountFrom: 0,
  },
}
const product: ProductDetail = {
  productId: 1,
  productNo: 'P1',
  productName: '对乙酰氨基酚对照品',
  productPriceType: 0,
  productPrice: 32_000,
  productHighPrice: null,
  productMainPicUrl: '/figures/paracetamol.svg',
  figure: 'paracetamol',
  tags: [],
  cas: '103-90-2',
  catalogueNo: null,
  specText: '100 mg',
  categoryId: 9,
  shopId: 1,
  orgId: 2,
  shopName: '砚谷',
  certified: true,
  districtName: '安徽 合肥',
  facts: [],
  paragraphs: [],
  table: null,
  steps: [],
  deliverables: [],
  certificates: [],
  categoryPath: [{ categoryId: 9, categoryName: '对照品' }],
  figures: [],
  pictures: [],
  attachments: [],
  capabilities: [],
  areas: [],
  viewCount: 0,
  followCount: 0,
  publishedAt: null,
  productIntro: '',
  brandName: '',
  minOrder: 1,
  unit: '',
  shop,
  discounts: [],
  downPaymentPercent: 0,
  molecule: null,
  hazards: [],
  specs: [{ specId: 1, name: '100 mg', price: 32_000, stock: 3 }],
}
const offersOf = (changes: Partial<ProductDetail>) => {
  const data = productData({ ...product, ...changes }, site)
  expect(schemaErrors(data)).toEqual([])
  return data['offers']
}

describe('structured data of a product', () => {
  test('omits unknown values', () => {
    const data = productData(product, site)
    expect(schemaErrors(data)).toEqual([])
    expect(Object.keys(data)).not.toContain('description')
    expect(Object.keys(data)).not.toContain('brand')
    expect(data['image']).toEqual([`${site}/figures/paracetamol.svg`])
  })

  test('has a single price in yuan, a range for several, and none for 面议', () => {
    expect(offersOf({})).toMatchObject({ '@type': 'Offer', price: '320.00', priceCurrency: 'CNY' })
    const specs = [...product.specs, { specId: 2, name: '1 g', price: 118_005, stock: 0 }]
    const range = { '@type': 'AggregateOffer', lowPrice: '320.00', highPrice: '1180.05', offerCount: 2 }
    expect(offersOf({ specs })).toMatchObject(range)
    const asked = { specs: [{ specId: 1, name: '100 mg', price: null, stock: 3 }], productPriceType: 2 as const }
    expect(offersOf({ ...asked, productPrice: null })).toBeUndefined()
  })

  test('is in stock, low in stock, or out of stock', () => {
    const has = (stock: number) => offersOf({ specs: [{ specId: 1, name: '100 mg', price: 1, stock }] })
    expect(has(100)).toMatchObject({ availability: 'https://schema.org/InStock' })
    expect(has(3)).toMatchObject({ availability: 'https://schema.org/LimitedAvailability' })
    expect(has(0)).toMatchObject({ availability: 'https://schema.org/OutOfStock' })
  })
})

test('shops, lists and the site have the required properties', () => {
  expect(schemaErrors(shopData({ ...shop, shopBrief: '', address: '' }, site))).toEqual([])
  expect(schemaErrors(itemListData([{ name: '甲', path: '/a' }], site))).toEqual([])
  expect(schemaErrors(siteData(site))).toEqual([])
})

test('texts, news, policies and classes use their social image', () => {
  const [at, text] = ['2026-11-20T00:00:00.000Z', { title: '题', summary: '要点' }]
  const dated = { ...text, published: '2026-11-18', updated: '2026-11-20' }
  const article = articleData(dated, '/recommendedSuppliers/articleDetails?id=read-glp', site)
  expect(article.image).toBe(`${site}/cards/recommendedSuppliers/articleDetails.png?id=read-glp`)
  const newsRow = {
    ...text,
    newsId: 3,
    sourceType: '企业' as const,
    sourceName: '某厂',
    isSample: false,
    publishedAt: at,
  }
  const around = {
    body: { format: 'plain' as const, text: '' },
    sourceUrl: '',
    updatedAt: at,
    older: null,
    newer: null,
    related: [],
  }
  const host = { name: '平台课堂', logo: '', shopId: null, orgId: null }
  const lesson = {
    ...text,
    classId: 5,
    kind: 'lecture' as const,
    topics: [],
    speaker: '沈一舟',
    speakerTitle: '',
    host,
    figure: 'hplc' as const,
    capacity: 0,
    phase: 'soon' as const,
    featured: false,
    cancelled: false,
    reason: '',
    startsAt: at,
    endsAt: at,
    bookedCount: 0,
    favouriteCount: 0,
    watchedCount: 0,
    outline: '',
    speakerAbout: '',
    stream: '',
  }
  const [, event] = classData(lesson, [{ label: '课程' }], site)
  expect(event).toMatchObject({ image: `${site}/cards/livemanger/detail.png?id=5` })
  for (const data of [article, newsData({ ...newsRow, ...around }, site), event, organizationData(site)]) {
    expect(schemaErrors(data)).toEqual([])
  }
})

test('errors are detected', () => {
  const broken = { '@type': 'Product', name: '', image: '/a.svg', url: null, offers: { '@type': 'Offer', price: 3.5 } }
  expect(schemaErrors(broken).length).toBeGreaterThan(5)
})

test('a list with several facets is not indexed and has a broader canonical; with one facet its own', () => {
  const headOf = (query: string) => {
    const { canonical, noindex } = listHead(listState(new URLSearchParams(query)), undefined, 'service')
    return [canonical, noindex]
  }
  const list = '/serviceHall/service'
  expect(headOf('')).toEqual([list, false])
  expect(headOf('id=90')).toEqual([`${list}?id=90`, false])
  expect(headOf('id=90&current=2')).toEqual([`${list}?id=90&current=2`, false])
  expect(headOf('id=90&region=32&current=2')).toEqual([`${list}?id=90`, true])
  expect(headOf('tags=GLP,CMA')).toEqual([`${list}?tags=GLP`, true])
  expect(headOf('keyword=GLP&region=32')).toEqual([`${list}?region=32`, true])
  expect(headOf('sort=priceUp&priceFrom=1')).toEqual([list, true])
})

test('titles are cut to the search engine limit, Latin letters counted as half', () => {
  expect(cutHeadText('一二三四五', 5)).toBe('一二三四五')
  expect(cutHeadText('一二三四五六', 5)).toBe('一二三四…')
  expect(cutHeadText('abcdefghij', 5)).toBe('abcdefghij')
  expect(cutHeadText('abcdefghijk', 5)).toBe('abcdefgh…')
  expect(cutHeadText('  空格\n换行 ', 5)).toBe('空格 换行')
})

test('the description of a page is its own text, after the title if it is short, or that of the site', () => {
  const text = '周六夜间维护两小时，期间不能付款。'
  expect(headDescription(text, '维护公告', '药械研发服务平台')).toBe(text)
  expect(headDescription(' 改到周日。 ', '维护公告', '药械研发服务平台')).toBe('维护公告：改到周日。')
  expect(headDescription('', '维护公告', '药械研发服务平台')).toBe('药械研发服务平台')
  expect(headDescription(undefined, undefined, '药械研发服务平台')).toBe('药械研发服务平台')
})
