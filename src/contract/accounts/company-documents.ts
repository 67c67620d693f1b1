import { z } from 'zod'
import { company } from '../access.ts'
import { call } from '../call.ts'
import { fen, moment, optionalText, text, typedCode } from '../fields.ts'
import { historyStep } from '../state.ts'
import { creditCode } from './company-fields.ts'
import { mobile, optionalEmail } from './person.ts'

/** Number of an identity card, passport or permit. Answers are masked; a value with * keeps the saved one. */
const idNo = typedCode
  .max(30)
  .regex(/^[A-Za-z0-9*()-]*$/, '证件号码只含字母与数字')
  .default('')

export const companyDocumentsCalls = {
  legalPersonSave: call({
    path: '/user-center/organization/legal-person/save',
    summary: '保存法定代表人；带 * 的证件号码与手机号表示不改',
    access: company('corporate_credit'),
    input: z.object({
      name: text(30),
      idType: z.enum(['id_card', 'passport', 'permit']).default('id_card'),
      idNo,
      mobile: z.union([z.literal(''), z.string().regex(/^1\d{2}\*{4}\d{4}$/), mobile]).default(''),
      email: optionalEmail.default(''),
    }),
    output: z.object({}),
    logs: '修改法定代表人',
  }),
  legalPerson: call({
    path: '/user-center/organization/legal-person/get',
    summary: '法定代表人，证件号码与手机号部分隐藏',
    access: company('corporate_credit'),
    reads: true,
    viewing: 'closed',
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
      bankAccount: typedCode.regex(/^[\d -]{0,40}$/, '账号只含数字').default(''),
      address: optionalText(100).default(''),
      phone: z.union([z.literal(''), typedCode.regex(/^[\d+()\- ]{7,20}$/, '请填写有效的电话')]).default(''),
      receiverEmail: optionalEmail.default(''),
    }),
    output: z.object({}),
    logs: '修改开票资料',
  }),
  invoice: call({
    path: '/user-center/organization/invoice/get',
    summary: '开票资料；未填过时抬头与税号取自企业',
    access: company(),
    reads: true,
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
    summary: '保存本企业的收款账户，买家付款时看到；更换须先确认本人，超过上限的款项 24 小时后才用新账户',
    access: company('corporate_credit'),
    input: z.object({
      bankName: text(60),
      accountNo: typedCode.regex(/^[\d ]{8,40}$/, '请填写 8 位以上的账号'),
    }),
    /** When changed details take effect for every amount; null = now. */
    output: z.object({ effectiveAt: moment.nullable() }),
    failures: ['notCertified', 'reauthNeeded'],
    logs: '修改收款账户',
  }),
  account: call({
    path: '/fmall/user-account/detail',
    summary: '本企业的收款账户；户名总是认证的企业名称',
    access: company('corporate_credit'),
    reads: true,
    viewing: 'closed',
    input: z.object({}),
    output: z.object({
      saved: z.boolean(),
      accountName: z.string(),
      bankName: z.string(),
      accountNo: z.string(),
      /** Payments up to this (fen) go to changed details at once. */
      limit: fen,
      /** A raised limit that is not in effect yet. */
      nextLimit: z.object({ limit: fen, effectiveAt: moment }).nullable(),
      /** Pending change, in effect only for payments up to its limit. */
      change: z
        .object({
          bankName: z.string(),
          accountNo: z.string(),
          limit: fen,
          effectiveAt: moment,
          requestedBy: z.string(),
          requestedAt: moment,
        })
        .nullable(),
      /** Newest first. */
      history: z.array(historyStep),
    }),
  }),
  accountLimitSave: call({
    path: '/fmall/user-account/limit/save',
    summary: '设置收款账户变更后即时生效的金额上限；调高在 24 小时后生效',
    access: company('corporate_credit'),
    input: z.object({ limit: fen }),
    /** When a raised limit takes effect; null = now. */
    output: z.object({ effectiveAt: moment.nullable() }),
    failures: ['reauthNeeded', 'stepNotAllowed'],
    ours: true,
    logs: '修改收款账户变更上限',
  }),
  accountChangeCancel: call({
    path: '/fmall/user-account/change/cancel',
    summary: '取消尚未对全部金额生效的收款账户变更',
    access: company('corporate_credit'),
    input: z.object({}),
    output: z.object({}),
    failures: ['stepNotAllowed'],
    ours: true,
    logs: '取消收款账户变更',
  }),
}
