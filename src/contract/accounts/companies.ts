import { z } from 'zod'
import { certificationStatuses } from '../../domain/accounts/certification.ts'
import { audiences, companyParts } from '../../domain/accounts/visibility.ts'
import { company, user } from '../access.ts'
import { call } from '../call.ts'
import { id, moment, optionalText, text, typedCode } from '../fields.ts'
import { optionalEmail } from './person.ts'
import { districtCode } from './company-fields.ts'

const website = z.union([z.literal(''), z.url({ protocol: /^https?$/, error: '请填写以 http 开头的网址' }).max(200)])

/** Details of a company that it may change at any time; name and credit code come from the certification. */
const companyDetails = {
  shortName: text(30),
  districtCode,
  address: text(100),
  intro: optionalText(1000).default(''),
  contactName: text(20),
  contactPhone: typedCode.regex(/^[\d+()\- ]{7,20}$/, '请填写有效的联系电话'),
  contactEmail: optionalEmail.default(''),
  website: website.default(''),
  /** One of domain/accounts/company-words' scales, or empty. */
  scale: z.enum(['', '1~49 人', '50~149 人', '150~499 人', '500~999 人', '1000 人以上']).default(''),
}
/** Until the company is certified its name may be changed here; afterwards only by a new certification. */
const companyName = text(60).optional()

/** A company as its own people see it. */
const ownCompany = z.object({
  companyId: id.nullable(),
  name: z.string(),
  shortName: z.string(),
  creditCode: z.string(),
  districtCode: z.string(),
  districtName: z.string(),
  address: z.string(),
  intro: z.string(),
  foundedAt: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  contactEmail: z.string(),
  website: z.string(),
  scale: z.string(),
  serviceClasses: z.array(z.string()),
  /** State in force. */
  authStatus: z.enum(certificationStatuses),
  certifiedUntil: moment.nullable(),
  /** Specification section 3, "Company info". */
  isSaler: z.boolean(),
  memberCount: z.int(),
  createdAt: moment.nullable(),
})
export type OwnCompany = z.output<typeof ownCompany>

export const companiesCalls = {
  orgInfoUnique: call({
    path: '/fmall/company/validateOrgInfoUnique',
    summary: '企业名称或统一社会信用代码是否还未被其他企业使用',
    access: user,
    reads: true,
    input: z.object({ companyName: z.string().trim().max(60).optional(), creditCode: z.string().max(40).optional() }),
    output: z.object({ ok: z.boolean(), message: z.string() }),
    perMinute: 20,
    perDay: 200,
  }),
  joinOrg: call({
    path: '/fmall/company/userAppJoinOrgInfo',
    summary: '凭邀请加入企业',
    access: user,
    input: z.object({ inviteCode: z.string().min(1, '请粘贴邀请链接或邀请码').max(300) }),
    output: z.object({ companyId: id, companyName: z.string() }),
    failures: ['invitationGone', 'invitationOther', 'inCompany', 'tooManyPeople'],
    perMinute: 20,
  }),
  companyInfo: call({
    path: '/fmall/company/info',
    summary: '本企业资料；没有企业时 companyId 为 null',
    access: user,
    reads: true,
    input: z.object({}),
    output: ownCompany,
  }),
  buyerCompanySave: call({
    path: '/fmall/company/buyer/save-or-update',
    summary: '保存采购方企业资料；没有企业时建立企业，保存者成为主账号',
    access: user,
    input: z.object({ companyName, ...companyDetails }),
    output: ownCompany,
    failures: ['companyNameUsed', 'nameCertified', 'forbidden'],
    logs: '修改企业资料',
  }),
  sellerCompanySave: call({
    path: '/fmall/company/saler/save-or-update',
    summary: '保存供应方企业资料，含业务分类；没有企业时建立企业',
    access: user,
    input: z.object({
      companyName,
      ...companyDetails,
      serviceClasses: z.array(z.string().max(40)).min(1, '请至少选择一类业务').max(20),
    }),
    output: ownCompany,
    failures: ['companyNameUsed', 'nameCertified', 'forbidden'],
    logs: '修改企业资料',
  }),
  orgInfoPermission: call({
    path: '/system/org-info-permission/get',
    summary: '企业信息各部分对谁可见',
    access: company(),
    reads: true,
    input: z.object({}),
    output: z.record(z.enum(companyParts), z.enum(audiences)),
  }),
  orgInfoPermissionSet: call({
    path: '/system/org-info-permission/set',
    summary: '设定企业信息各部分对谁可见；不给的部分保持不变',
    access: company('page_control'),
    input: z.partialRecord(z.enum(companyParts), z.enum(audiences)),
    output: z.record(z.enum(companyParts), z.enum(audiences)),
    logs: '修改企业信息可见范围',
  }),
}
