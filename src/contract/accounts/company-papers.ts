import { z } from 'zod'
import { company } from '../access.ts'
import { call } from '../call.ts'
import { optionalText, text } from '../fields.ts'
import { creditCode } from './company-fields.ts'
import { mobile } from './person.ts'

/** Number of an identity card, passport or permit. Answers are masked: a value with * leaves what is kept. */
const idNo = z
  .string()
  .trim()
  .max(30)
  .regex(/^[A-Za-z0-9*()-]*$/, '证件号码只含字母与数字')
  .default('')

export const companyPapersCalls = {
  legalPersonSave: call({
    path: '/user-center/organization/legal-person/save',
    summary: '保存法定代表人；带 * 的证件号码与手机号表示不改',
    access: company('corporate_credit'),
    input: z.object({
      name: text(30),
      idType: z.enum(['id_card', 'passport', 'permit']).default('id_card'),
      idNo,
      mobile: z.union([z.literal(''), z.string().regex(/^1\d{2}\*{4}\d{4}$/), mobile]).default(''),
      email: z.union([z.literal(''), z.email('请输入有效的邮箱地址').max(100)]).default(''),
    }),
    output: z.object({}),
    logs: '修改法定代表人',
  }),
  legalPerson: call({
    path: '/user-center/organization/legal-person/get',
    summary: '法定代表人，证件号码与手机号掩码',
    access: company('corporate_credit'),
    input: z.object({}),
    output: z.object({
      name: z.string(),
      idType: z.enum(['id_card', 'passport', 'permit']),
      idNo: z.string(),
      mobile: z.string(),
      email: z.string(),
    }),
  }),
  invoiceSave: call({
    path: '/user-center/organization/invoice/save',
    summary: '保存开票资料；专票须有开户行、账号、地址与电话',
    access: company('corporate_credit'),
    input: z.object({
      kind: z.enum(['normal', 'special']).default('normal'),
      title: text(60),
      taxNo: creditCode,
      bankName: optionalText(60).default(''),
      bankAccount: z
        .string()
        .trim()
        .regex(/^[\d -]{0,40}$/, '账号只含数字')
        .default(''),
      address: optionalText(100).default(''),
      phone: z
        .union([
          z.literal(''),
          z
            .string()
            .trim()
            .regex(/^[\d+()\- ]{7,20}$/, '请填写有效的电话'),
        ])
        .default(''),
      receiverEmail: z.union([z.literal(''), z.email('请输入有效的邮箱地址').max(100)]).default(''),
    }),
    output: z.object({}),
    logs: '修改开票资料',
  }),
  invoice: call({
    path: '/user-center/organization/invoice/get',
    summary: '开票资料；未填过时抬头与税号取自企业',
    access: company(),
    input: z.object({}),
    output: z.object({
      saved: z.boolean(),
      kind: z.enum(['normal', 'special']),
      title: z.string(),
      taxNo: z.string(),
      bankName: z.string(),
      bankAccount: z.string(),
      address: z.string(),
      phone: z.string(),
      receiverEmail: z.string(),
    }),
  }),
  accountSave: call({
    path: '/fmall/user-account/save',
    summary: '保存本企业的收款账户，买家付款时看到',
    access: company('corporate_credit'),
    input: z.object({
      bankName: text(60),
      accountNo: z
        .string()
        .trim()
        .regex(/^[\d ]{8,40}$/, '请填写 8 位以上的账号'),
    }),
    output: z.object({}),
    failures: ['notCertified'],
    logs: '修改收款账户',
  }),
  account: call({
    path: '/fmall/user-account/detail',
    summary: '本企业的收款账户；户名总是认证的企业名称',
    access: company('corporate_credit'),
    input: z.object({}),
    output: z.object({ saved: z.boolean(), accountName: z.string(), bankName: z.string(), accountNo: z.string() }),
  }),
}
