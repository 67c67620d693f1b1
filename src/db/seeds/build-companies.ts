import { date } from '../../domain/time.ts'
import type { bankAccounts, certifications, companyClaims, invoiceDetails, legalPersons } from '../tables/accounts.ts'
import type { userAddresses } from '../tables/orders.ts'
import { type Accounts, demoIds, type Organisation } from './build-accounts.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'
import { itemAt, random, requireKey } from './random.ts'

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

type Claim = typeof companyClaims.$inferInsert & { id: number }

/** Claims that wait for an operator, and a decided one. Without files, since the documents do not exist. */
export function buildClaims({ byKey }: Accounts, days: Calendar, log: ChangeLog): Claim[] {
  const claimOf = (
    id: number,
    of: string,
    by: { readonly userId: number; readonly companyId: number | null },
    rest: Pick<Claim, 'contactName' | 'contactPhone' | 'statement' | 'createdAt'>,
  ): Claim => {
    const { company } = requireKey(byKey, of)
    return {
      id,
      ...by,
      status: 'submitted',
      companyName: company.name,
      creditCode: company.creditCode ?? '',
      licenceFileId: '',
      letterFileId: '',
      codeHolderId: company.id,
      nameHolderId: company.id,
      ...rest,
    }
  }
  const ganxu = requireKey(byKey, '赣序')
  const qinshu = requireKey(byKey, '秦枢')
  const reason = '所附授权书没有加盖公章，公开登记的法定代表人与申请人所述不符，电话回访未能核实。'
  const rows: Claim[] = [
    {
      ...claimOf(
        1,
        '甬岬',
        { userId: qinshu.ownerId, companyId: qinshu.company.id },
        {
          contactName: '应先生',
          contactPhone: '0574-55501230',
          statement: '本人受公司委托接管平台账号，原经办人已离职，申请将认证转至新的账号。',
          createdAt: days.at(-20, '14:06'),
        },
      ),
      status: 'rejected',
      reason,
      reviewedBy: demoIds.ops,
      reviewedAt: days.at(-19, '10:32'),
    },
    claimOf(
      2,
      '榕岸',
      { userId: demoIds.person, companyId: null },
      {
        contactName: '温时雨',
        contactPhone: '13912340617',
        statement:
          '本公司从未在平台注册，也没有授权任何人办理认证。目前的店铺用了我司旧版执照的照片，展示的联系人不是我司员工。附营业执照原件照片与法定代表人签署的授权书，请核实后恢复。',
        createdAt: days.at(-1, '09:26'),
      },
    ),
    claimOf(
      3,
      '嵩岳',
      { userId: ganxu.ownerId, companyId: ganxu.company.id },
      {
        contactName: '涂思远',
        contactPhone: '0791-55503318',
        statement: '两家公司已于上月完成吸收合并，存续主体为我司，信用代码的变更登记回执随授权书一并上传。',
        createdAt: days.at(-1, '16:12'),
      },
    ),
  ]
  for (const { id, userId, companyId, status, reason: answer = '', createdAt, reviewedAt } of rows) {
    log.add('claim', id, 'new', [
      { event: 'submit', to: 'submitted', at: createdAt ?? days.at(-1), userId, companyId: companyId ?? null },
      ...(reviewedAt instanceof Date && status === 'rejected'
        ? [{ event: 'reject', to: 'rejected', at: reviewedAt, userId: demoIds.ops, reason: answer }]
        : []),
    ])
  }
  return rows
}
