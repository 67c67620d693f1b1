import { pinyin } from 'pinyin-pro'
import { certifiedUntilOf, type CertificationStatus } from '../../domain/accounts/certification.ts'
import type { Permission } from '../../domain/accounts/permissions.ts'
import { presetRoles } from '../../domain/accounts/roles.ts'
import type { companies, roles, userRoles, users } from '../tables/accounts.ts'
import type { shops } from '../tables/shops.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'
import { creditCode } from './codes.ts'
import { buyerNotes, firstBuyer, supplierNotes, type CompanyNote } from './data/companies.ts'
import { holidayNotes, shopNotes } from './data/shops.ts'
import { itemAt, requireKey, random } from './random.ts'

export type CompanyRow = typeof companies.$inferInsert & { id: number; shortName: string }
export type UserRow = Omit<typeof users.$inferInsert, 'passwordHash'> & { id: number; demo: boolean }
export type ShopRow = typeof shops.$inferInsert & {
  id: number
  tags: string[]
  serviceCount: number
  productCount: number
}

/** A company with the related rows that the other builders need. */
export interface Organisation {
  readonly key: string
  readonly company: CompanyRow
  readonly shop: ShopRow | undefined
  readonly ownerId: number
  readonly memberIds: readonly number[]
  readonly certificates: readonly { readonly tag: string; readonly until: string }[]
}

export interface Accounts {
  readonly organisations: readonly Organisation[]
  readonly byKey: ReadonlyMap<string, Organisation>
  readonly users: readonly UserRow[]
  readonly roles: readonly (typeof roles.$inferInsert & { id: number })[]
  readonly userRoles: readonly (typeof userRoles.$inferInsert)[]
}

/** Ids of the demo accounts. */
export const demoIds = {
  service: 1,
  ops: 2,
  buyer: 3,
  buyer2: 4,
  seller: 5,
  seller2: 6,
  seller3: 7,
  person: 8,
  sub: 9,
  /** The second support agent; far above the others, whose ids are consecutive. */
  service2: 990,
  reviewer: 991,
  editor: 992,
  support: 993,
  finance: 994,
  risk: 995,
} as const
const demoOwners: ReadonlyMap<string, keyof typeof demoIds> = new Map([
  ['衡序', 'buyer'],
  ['屿宁', 'buyer2'],
  ['臻境', 'seller'],
  ['砚谷', 'seller2'],
  ['砺川', 'seller3'],
])
/** Operators with one role each. */
const roleOperators = [
  [demoIds.reviewer, 'reviewer', '审核值班'],
  [demoIds.editor, 'editor', '内容值班'],
  [demoIds.support, 'support', '客服值班'],
  [demoIds.finance, 'finance', '财务值班'],
  [demoIds.risk, 'risk', '风控值班'],
] as const
const subAccount = '廖思齐'

/**
 * Certifications that are not simply approved, and the buyer's, which expires soon; pending ones were submitted on the
 * third date.
 */
const certifications: ReadonlyMap<string, readonly [CertificationStatus, number | null, number?]> = new Map([
  ['衡序', ['approved', 55]],
  ['浑岚', ['expired', -12]],
  ['赣序', ['submitted', null, -2]],
  ['秦枢', ['rejected', null, -24]],
  ['津砚', ['more_info', null, -9]],
])
/** Supplier that has not opened a shop yet. */
const withoutShop = new Set(['赣序'])

const buyerRights: Permission[] = ['my_requirement', 'publish_requirement', 'my_orders', 'message_reply']
const sellerRights: Permission[] = [
  ...(['my_supply', 'publish_supply', 'question_manage', 'my_orders', 'goods_manage', 'order_manage'] as const),
  'message_reply',
]

export function buildAccounts(days: Calendar, log: ChangeLog): Accounts {
  const chance = random(11)
  const notes = [firstBuyer, ...supplierNotes, ...buyerNotes]
  const people: UserRow[] = [
    person(demoIds.service, 'service', '平台客服', '在线客服', '13800000001', { isService: true, demo: true }),
    person(demoIds.service2, 'service2', '宋知秋', '在线客服', '13800000003', { isService: true, demo: true }),
    person(demoIds.ops, 'ops', '运营值班', '平台运营', '13800000002', {
      isOperator: true,
      operatorRoles: ['admin'],
      demo: true,
    }),
    ...roleOperators.map(([id, role, realName], at) =>
      person(id, role, realName, '平台运营', `1380000001${at}`, {
        isOperator: true,
        operatorRoles: [role],
        demo: true,
      }),
    ),
    person(demoIds.person, 'person', '温时雨', '', '13912340617', { demo: true }),
  ]
  const roleRows: (typeof roles.$inferInsert & { id: number })[] = []
  const roleLinks: (typeof userRoles.$inferInsert)[] = []
  const loginNames = new Set<string>(Object.keys(demoIds))
  let nextUser = 10
  let nextShop = 1

  function addPeople(note: CompanyNote, company: CompanyRow, isSupplier: boolean): number[] {
    const members = note.people.split('，').map((each) => each.split(' '))
    const ids = members.map(([realName = '', jobTitle = ''], index) => {
      const isOwner = index === 0
      const demo = isOwner ? demoOwners.get(note.key) : realName === subAccount ? 'sub' : undefined
      const id = demo === undefined ? nextUser++ : demoIds[demo]
      const loginName = demo ?? freeName(pinyin(realName, { toneType: 'none', type: 'array' }).join(''), loginNames)
      const mobile =
        demo === 'buyer'
          ? '13880702046'
          : `${itemAt(['135', '137', '139', '158', '186'], id)}${chance.int(10_000_000, 99_999_999)}`
      people.push(
        person(id, loginName, realName, jobTitle, mobile, {
          companyId: company.id,
          isOwner,
          demo: demo !== undefined,
          createdAt: company.createdAt ?? days.at(-300),
        }),
      )
      return id
    })
    addRoles(note, company, isSupplier, ids)
    return ids
  }

  /** The preset roles of every company and the role of its staff; amounts are visible to finance. */
  function addRoles(note: CompanyNote, company: CompanyRow, isSupplier: boolean, ids: readonly number[]): void {
    const add = (name: string, permissions: readonly Permission[], createdAt: Date) => {
      const id = roleRows.length + 1
      roleRows.push({ id, companyId: company.id, name, permissions: [...permissions], createdAt })
      return id
    }
    const joined = company.createdAt ?? days.at(-300)
    const presets = new Map(presetRoles.map((role) => [role.name, add(role.name, role.permissions, joined)]))
    const jobs = note.people.split('，')
    ids.forEach((userId, index) => {
      if (index > 0 && itemAt(jobs, index).includes('财务'))
        roleLinks.push({ userId, roleId: requireKey(presets, '财务') })
    })
    const staff = ids.slice(1).filter((id) => id !== demoIds.sub)
    if (staff.length === 0) return
    const rights = isSupplier ? sellerRights : buyerRights
    const roleId = add(isSupplier ? '业务专员' : '采购专员', rights, days.at(-90, '09:30'))
    roleLinks.push(...staff.map((userId) => ({ userId, roleId })))
  }

  const organisations = notes.map((note, index): Organisation => {
    const id = index + 1
    const isSupplier = index > 0 && index <= supplierNotes.length
    const [certification, untilDays, begun] = certifications.get(note.key) ?? ['approved', 200 + ((index * 37) % 900)]
    const joined = begun ?? -520 + ((index * 41) % 360)
    const hasShop = isSupplier && !withoutShop.has(note.key)
    const body = note.key === firstBuyer.key ? 'MA6C00P8' : bodyOf(index)
    const company: CompanyRow = {
      id,
      name: note.name,
      shortName: note.name.replace(/有限公司$/, ''),
      creditCode: creditCode(note.registered, body),
      districtCode: note.district,
      address: note.address,
      intro: note.intro,
      foundedAt: note.founded,
      certification,
      certifiedUntil: untilDays === null ? null : certifiedUntilOf(days.date(untilDays)),
      isSaler: hasShop,
      createdAt: days.at(joined, '10:12'),
    }
    const memberIds = addPeople(note, company, isSupplier)
    const ownerId = itemAt(memberIds, 0)
    const certificates = readCertificates(note.certificates, days)
    const shop: ShopRow | undefined = hasShop
      ? {
          id: nextShop++,
          companyId: id,
          name: company.shortName,
          brief: note.intro,
          tags: certificates.map(({ tag }) => tag),
          ...shopTexts(note.key, days),
          serviceCount: 0,
          productCount: 0,
          followCount: chance.int(36, 460),
          createdAt: days.at(joined + 12, '14:30'),
        }
      : undefined
    const by = { userId: ownerId, companyId: id }
    const review = {
      submitted: [],
      approved: ['approve'],
      rejected: ['reject'],
      more_info: ['askMore'],
      expired: ['approve'],
      draft: [],
      revoked: ['approve'],
      suspended: ['approve'],
    }[certification]
    log.add('certification', id, 'draft', [
      {
        event: 'submit',
        to: 'submitted',
        at: days.at(joined + 1, itemAt(['11:05', '14:32', '09:48', '16:20', '10:37'], index)),
        ...by,
      },
      ...review.map((event) => ({
        event,
        to: event === 'askMore' ? 'more_info' : event === 'reject' ? 'rejected' : 'approved',
        at: days.at(joined + 2, '15:40'),
        userId: demoIds.ops,
        reason:
          event === 'askMore'
            ? '请补充加盖公章的授权委托书'
            : event === 'reject'
              ? '营业执照影像不清晰，信用代码无法核对'
              : '',
      })),
      ...(certification === 'expired' ? [{ event: 'expire', to: 'expired', at: days.at(-12, '00:05') }] : []),
    ])
    return { key: note.key, company, shop, ownerId, memberIds, certificates }
  })
  return {
    organisations,
    byKey: new Map(organisations.map((each) => [each.key, each])),
    users: people,
    roles: roleRows,
    userRoles: roleLinks,
  }
}

/** Texts of a shop, and its holiday if one is planned. */
function shopTexts(key: string, days: Calendar) {
  const { backdrop = 0, capabilities = [], introduction = '' } = shopNotes.get(key) ?? {}
  const words = { backdrop, capabilities: [...capabilities], introduction }
  const rest = holidayNotes.get(key)
  if (rest === undefined) return words
  const [from, until, holidayNotice] = rest
  return { ...words, holidayFrom: days.date(from), holidayUntil: days.date(until), holidayNotice }
}

function person(
  id: number,
  loginName: string,
  realName: string,
  jobTitle: string,
  mobile: string,
  more: Partial<UserRow>,
): UserRow {
  return { id, loginName, realName, jobTitle, mobile, email: `${loginName}@example.com`, demo: false, ...more }
}

function freeName(wanted: string, taken: Set<string>): string {
  const base = wanted.replace(/[^a-z]/g, '')
  let name = base
  for (let more = 2; taken.has(name); more += 1) name = `${base}${more}`
  taken.add(name)
  return name
}

/** Eight-character body of an organisation code: MA and six letters allowed by the standard. */
function bodyOf(index: number): string {
  const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  const chance = random(7000 + index)
  return `MA${Array.from({ length: 6 }, () => letters.charAt(chance.int(0, letters.length - 1))).join('')}`
}

/** Parses `GLP 2-05-31，CNAS 4-03-17`: years from now, month and day. */
function readCertificates(text: string, days: Calendar): { tag: string; until: string }[] {
  if (text === '') return []
  return text.split('，').map((each) => {
    const [, tag = '', years = '0', monthDay = ''] = /^(.+) (\d)-(\d\d-\d\d)$/.exec(each) ?? []
    return { tag, until: `${days.year(Number(years))}-${monthDay}` }
  })
}
