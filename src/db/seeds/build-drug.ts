import { type NewsSource, newsSourceOf } from '../../domain/content/news.ts'
import { createGallery, isFacility, parkFields, type Facility, type ParkFact } from '../../domain/content/parks.ts'
import type { bookings, news, parkPolicies, parks, policies } from '../tables/drug.ts'
import { demoIds, type Accounts } from './build-accounts.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'
import { newsNotes, newsPublishers, parkNotes, parkServices, policyForms, policyNotes } from './data/drug.ts'
import { itemAt, requireKey, random } from './random.ts'

type WithId<T> = T & { id: number }
type News = WithId<typeof news.$inferInsert>
type Policy = WithId<typeof policies.$inferInsert>
type Park = WithId<typeof parks.$inferInsert>
type Booking = WithId<typeof bookings.$inferInsert>

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
const sourceOf = (word: string): NewsSource => {
  const source = newsSourceOf(word)
  if (source === undefined) throw new Error(`No kind of source is called ${word}`)
  return source
}

/** Two years of news, the newest from yesterday, some days apart. */
function buildNews(days: Calendar): News[] {
  const lines = linesOf(newsNotes)
  return lines
    .map(([source = '', title = '', summary = '', ...paragraphs], index) => {
      const sourceType = sourceOf(source)
      const back = 1 + Math.round((index * 728) / lines.length) + ((index * 5) % 8)
      const publishedAt = days.at(-back, itemAt(['08:30', '10:05', '14:20', '16:40'], index))
      return {
        guid: `demo-news-${lines.length - index}`,
        title,
        summary,
        sourceType,
        isSample: true,
        publishedAt,
        sourceName:
          newsPublishers[sourceType].find((name) => title.startsWith(name)) ??
          itemAt(newsPublishers[sourceType], index),
        content: paragraphs.join('\n\n'),
        createdAt: publishedAt,
        updatedAt: publishedAt,
      }
    })
    .toReversed()
    .map((row, index) => ({ id: index + 1, ...row }))
}

function buildPolicies(days: Calendar): Policy[] {
  const turns = new Map<string, number>()
  return policyNotes
    .toSorted((a, b) => b[5] - a[5])
    .map(([level, place, district, issuer, form, back, years], index) => {
      const words = policyForms[form]
      if (words === undefined) throw new Error(`No policy is written like ${form}`)
      const [head, summary] = itemAt(words.heads, turns.get(form) ?? 0)
      turns.set(form, (turns.get(form) ?? 0) + 1)
      const title = head.replace('{place}', place === '全国' ? '' : place)
      const issuedOn = days.date(-back)
      return {
        id: index + 1,
        code: `demo-policy-${index + 1}`,
        title,
        level,
        issuer,
        issuedOn,
        docNo: `${place === '全国' ? '国' : place.slice(0, 1)}示〔${issuedOn.slice(0, 4)}〕${((index * 37) % 58) + 3} 号`,
        districtCode: district === '' ? null : district,
        effectiveOn: days.date(30 - back),
        expiresOn: years === 0 ? '' : days.date(30 - back + years * 365),
        topics: [...words.topics],
        summary,
        isSample: true,
        content: words.paragraphs.join('\n\n').replaceAll('{place}', place),
        updatedAt: days.at(-back, '09:00'),
      }
    })
}

/** Facts of a park as label and value, depending on its facilities. */
function factsOf(facilities: readonly Facility[], seed: number): ParkFact[] {
  const dice = random(seed * 7919)
  const has = (facility: Facility) => facilities.includes(facility)
  const fact = (group: ParkFact['group'], label: string, value: string): ParkFact => ({ group, label, value })
  const km = (low: number, high: number) => `${dice.int(low, high)} km`
  return [
    fact('空间', '最小起租', `${dice.pick([80, 120, 200, 300, 500])} ㎡`),
    fact('空间', '层高', `首层 ${dice.pick(['5.4', '6.0', '7.2'])} m，标准层 ${dice.pick(['4.2', '4.5', '4.8'])} m`),
    fact('空间', '楼面荷载', `${dice.pick([5, 7.5, 8, 10])} kN/㎡`),
    fact('空间', '交付状态', dice.pick(['带实验家具', '毛坯，可代建', '精装实验室', '毛坯与精装均有'])),
    fact(
      '公用工程',
      '供电',
      `${dice.pick(['双回路', '双回路加应急电源', '单回路加应急电源'])}，每平方米 ${dice.pick([60, 80, 100])} VA`,
    ),
    fact('公用工程', '蒸汽', has('steam') ? `集中供汽，${dice.pick(['0.6', '0.8', '1.0'])} MPa` : '自备'),
    fact(
      '公用工程',
      '污水',
      has('sewage') ? `园区预处理后纳管，COD ≤ ${dice.pick([350, 400, 500])} mg/L` : '自行预处理后纳管',
    ),
    fact('公用工程', '危化品', has('hazard') ? '集中仓储，按柜租用' : '限量配送，不设集中库'),
    fact(
      '公用工程',
      '动物房',
      has('animal') ? dice.pick(['SPF 级，大小鼠与兔', 'SPF 级与普通级，含犬']) : '无，可协调周边机构',
    ),
    fact('交通', '机场', km(12, 55)),
    fact('交通', '高铁站', km(4, 32)),
    fact('交通', '地铁', dice.pick(['步行 6 分钟', '步行 12 分钟', '接驳班车 10 分钟', '暂无，有班车'])),
    fact('政策', '人才', dice.pick(['公寓与安家补助', '租房补助，子女入学优先', '分类认定，最高 100 万元'])),
    fact('政策', '租金补贴', dice.pick(['三年 80%、60%、40%', '首年免租，次年减半', '按研发投入返还', '一事一议'])),
  ]
}

const people = ['周敏', '何川', '陆薇', '申远', '林知行', '顾明', '宋佳', '赵亦']

function buildParks(days: Calendar): Park[] {
  const services = linesOf(parkServices).map(([name = '', text = '']) => ({ name, text }))
  return linesOf(parkNotes).map((cells, index) => {
    const [code = '', name = '', districtCode = '', address = '', fields = '', has = '', total = '', free = ''] = cells
    const [rent = '', openedIn = '', companyCount = '', brief = '', content = ''] = cells.slice(8)
    const facilities = has.split(',').filter(isFacility)
    const [low = 0, high = 0] = rent.split('-').map((yuan) => Number(yuan) * 100)
    const dice = random(index + 101)
    const wanted = (each: { name: string }) =>
      (each.name !== '动物实验平台' || facilities.includes('animal')) &&
      (each.name !== '危化品与危废' || facilities.includes('hazard')) &&
      (each.name !== '中试机时共享' || facilities.includes('pilot'))
    return {
      id: index + 1,
      code,
      name,
      districtCode,
      address,
      brief,
      facilities,
      isSample: true,
      content: [
        content,
        `${name}目前可租面积分布在不同楼栋，具体楼层、荷载与交付时间以实地考察时园区出具的平面图为准。`,
      ].join('\n\n'),
      fields: parkFields.filter((field) => fields.split(',').includes(field)),
      areaTotal: Number(total),
      areaFree: Number(free),
      rentLow: low,
      rentHigh: high,
      openedIn: Number(openedIn),
      companyCount: Number(companyCount),
      facts: factsOf(facilities, index + 1),
      gallery: createGallery(facilities),
      services: dice.shuffle(services.filter(wanted)).slice(0, 5),
      contactName: `${itemAt(people, index)}（招商服务）`,
      contactPhone: `400-000-${String(1001 + index)}`,
      contactHours: '工作日 9:00-17:30',
      updatedAt: days.at(-1 - (index % 20), '15:00'),
    }
  })
}

/** Policies that apply to a park: of its city, its province and its own; expired ones are excluded. */
const buildParkPolicies = (parkRows: readonly Park[], policyRows: readonly Policy[], days: Calendar) =>
  parkRows.flatMap(({ id: parkId, name, districtCode }): (typeof parkPolicies.$inferInsert)[] =>
    policyRows
      .filter(({ districtCode: where = null, expiresOn = '', level, issuer }) => {
        if (where === null || (expiresOn !== '' && expiresOn < days.date(0))) return false
        if (level === '园区') return issuer.startsWith(name)
        return where === `${districtCode.slice(0, 2)}0000` || where === `${districtCode.slice(0, 4)}00`
      })
      .map(({ id: policyId }) => ({ parkId, policyId })),
  )

/** Bookings: one pending, one past. */
function buildBookings(accounts: Accounts, parkRows: readonly Park[], days: Calendar, log: ChangeLog): Booking[] {
  const parkId = (code: string) => requireKey(new Map(parkRows.map((park) => [park.code, park.id])), code)
  const weekday = (from: number) => {
    const day = new Date(`${days.date(from)}T00:00:00Z`).getUTCDay()
    return days.date(from + (day === 6 ? 2 : day === 0 ? 1 : 0))
  }
  const [buyer, other] = [requireKey(accounts.byKey, '衡序'), requireKey(accounts.byKey, '屿宁')]
  log.add('booking', 1, '', [
    { event: 'ask', to: 'waiting', at: days.at(-9, '10:12'), userId: other.ownerId },
    { event: 'confirm', to: 'confirmed', at: days.at(-8, '09:40'), userId: demoIds.ops },
  ])
  log.add('booking', 2, '', [{ event: 'ask', to: 'waiting', at: days.at(-1, '15:26'), userId: buyer.ownerId }])
  return [
    {
      id: 1,
      parkId: parkId('P-TZ-01'),
      userId: other.ownerId,
      companyId: other.company.id,
      visitOn: weekday(-5),
      visitPart: 'am',
      people: 3,
      contact: '沈屿',
      mobile: '13900000012',
      purpose: '看两千平方米左右的制剂厂房，了解注册批改造周期。',
      status: 'confirmed',
      handledBy: demoIds.ops,
      note: '园区安排在 3 号门接待，请带身份证登记。',
      createdAt: days.at(-9, '10:12'),
      updatedAt: days.at(-8, '09:40'),
    },
    {
      id: 2,
      parkId: parkId('P-CD-01'),
      userId: buyer.ownerId,
      companyId: buyer.company.id,
      visitOn: weekday(6),
      visitPart: 'pm',
      people: 4,
      contact: '李衡',
      mobile: '13900000011',
      purpose: '想看三期细胞治疗楼层，重点是层高、竖井与独立空调。',
      status: 'waiting',
      createdAt: days.at(-1, '15:26'),
      updatedAt: days.at(-1, '15:26'),
    },
  ]
}

/** Demo data of the drug section: stands for real third parties and is labelled so. */
export function buildDrug(accounts: Accounts, days: Calendar, log: ChangeLog) {
  const policyRows = buildPolicies(days)
  const parkRows = buildParks(days)
  return {
    news: buildNews(days),
    policies: policyRows,
    parks: parkRows,
    parkPolicies: buildParkPolicies(parkRows, policyRows, days),
    bookings: buildBookings(accounts, parkRows, days, log),
  }
}
