import { date } from '../../domain/time.ts'
import type { bankAccounts, certifications, invoiceDetails, legalPersons } from '../tables/accounts.ts'
import type { userAddresses } from '../tables/orders.ts'
import { demoIds, type Accounts, type Organisation } from './build-accounts.ts'
import type { ChangeLog } from './changes.ts'
import { itemAt, requireKey, random } from './random.ts'

type CertificationRow = typeof certifications.$inferInsert & { id: number }

/** Surnames for 法定代表人 by company, different from the account holders. */
const surnames = [...'林周郑何罗宋谢韩唐冯于董萧程曹袁邓许傅沈']
const givenNames = [
  '维桢',
  '敬之',
  '思远',
  '明远',
  '秉衡',
  '若谷',
  '景行',
  '怀瑾',
  '伯庸',
  '知章',
  '慎行',
  '子衡',
  '文渊',
]
const legalPersonOf = (companyId: number): string =>
  `${itemAt(surnames, companyId * 7)}${itemAt(givenNames, companyId * 5)}`

const banks = ['中国工商银行', '中国建设银行', '中国银行', '招商银行', '交通银行', '中信银行']

/** Certification version, legal person, invoice details and bank account of each company. */
export function buildCompanies({ organisations }: Pick<Accounts, 'organisations'>, log: ChangeLog) {
  const approved = organisations.filter(({ company }) => company.certification === 'approved')
  return {
    certifications: organisations.map((organisation) => versionOf(organisation, log)),
    legalPersons: approved.map(({ company }): typeof legalPersons.$inferInsert => ({
      companyId: company.id,
      name: legalPersonOf(company.id),
    })),
    invoiceDetails: approved.map(invoiceOf),
    addresses: addressNotes.map((note): typeof userAddresses.$inferInsert => ({ ...note })),
    bankAccounts: approved.map(({ company }): typeof bankAccounts.$inferInsert => ({
      companyId: company.id,
      accountName: company.name,
      bankName: bankOf(company),
      accountNo: numberOf(company.id),
    })),
  }
}

/** Delivery addresses of the demo buyers. */
const addressNotes = [
  {
    userId: demoIds.buyer,
    receiver: '仲晓妮',
    mobile: '13880702046',
    districtCode: '510191',
    isDefault: true,
    street: '天府生命科技园 B2 栋 6 层 收发室',
  },
  {
    userId: demoIds.buyer,
    receiver: '陈柏远',
    mobile: '13730614852',
    districtCode: '510116',
    isDefault: false,
    street: '生物城中路二段 18 号 制剂研发楼 3 层 样品间',
  },
  {
    userId: demoIds.buyer2,
    receiver: '尉迟雅',
    mobile: '15866207319',
    districtCode: '370212',
    isDefault: true,
    street: '科苑经四路 8 号 物料接收处',
  },
]

/**
 * The certification version behind the company's state, with the times of its history. It has no licence file: an
 * image of a licence that was never issued would be a forgery.
 */
function versionOf({ company, ownerId }: Organisation, log: ChangeLog): CertificationRow {
  const history = log.rows.filter(({ entity, entityId }) => entity === 'certification' && entityId === company.id)
  const reviewed = history.find(({ event }) => ['approve', 'reject', 'askMore'].includes(event))
  const until = company.certifiedUntil ?? null
  return {
    id: company.id,
    companyId: company.id,
    version: 1,
    status: company.certification ?? 'draft',
    companyName: company.name,
    creditCode: company.creditCode ?? '',
    legalPerson: legalPersonOf(company.id),
    districtCode: company.districtCode,
    address: company.address ?? '',
    foundedAt: company.foundedAt ?? null,
    validUntil: until === null ? null : date(until.toISOString()),
    businessScope: company.intro ?? '',
    licenceFileId: '',
    submittedBy: ownerId,
    reason: reviewed?.reason ?? '',
    reviewedBy: reviewed?.userId ?? null,
    createdAt: itemAt(history, 0).createdAt,
    reviewedAt: reviewed?.createdAt ?? null,
  }
}

function invoiceOf({ company }: Organisation): typeof invoiceDetails.$inferInsert {
  const { id, name, creditCode, address = '' } = company
  const paper = { companyId: id, title: name, taxNo: creditCode ?? '', address }
  const phone = `${itemAt(['028', '022', '021', '0512', '020'], id)}-${random(4100 + id).int(60_000_000, 89_999_999)}`
  return { ...paper, kind: 'special', phone, bankName: bankOf(company), bankAccount: numberOf(id) }
}

const bankOf = ({ id, districtCode }: Organisation['company']): string =>
  `${itemAt(banks, id)}${requireKey(cities, districtCode.slice(0, 2))}分行`

/** 16 digits; used for invoice and receiving accounts. */
const numberOf = (companyId: number): string =>
  `4402${String(random(9000 + companyId).int(100_000, 999_999))}${String(companyId).padStart(6, '0')}`

const cities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    11: '北京',
    12: '天津',
    13: '石家庄',
    21: '沈阳',
    22: '长春',
    23: '哈尔滨',
    31: '上海',
    32: '江苏省',
    33: '浙江省',
    34: '合肥',
    35: '福建省',
    36: '南昌',
    37: '山东省',
    41: '郑州',
    42: '湖北省',
    43: '长沙',
    44: '广东省',
    50: '重庆',
    51: '四川省',
    53: '昆明',
    61: '西安',
  }),
)
