import { z } from 'zod'
import { user } from '../access.ts'
import { call } from '../call.ts'
import { id, optionalText, text } from '../fields.ts'
import { email, mobile } from './person.ts'

/** Public profiles, and business cards within a company. */
export const userCardsCalls = {
  userById: call({
    path: '/user-center/user/get-by-userId',
    summary: '一个用户的公开名片：同企业、沟通过的人与平台客服可见，姓名部分隐藏',
    access: user,
    reads: true,
    input: z.object({ userId: id }),
    output: z.object({
      userId: id,
      name: z.string(),
      avatar: z.string(),
      companyName: z.string(),
      isService: z.boolean(),
    }),
  }),
  userCardSave: call({
    path: '/fmall/company/user-card/save-or-update',
    summary: '保存自己的名片',
    access: user,
    input: z.object({
      name: text(20),
      jobTitle: optionalText(30).default(''),
      department: optionalText(30).default(''),
      mobile: z.union([z.literal(''), mobile]).default(''),
      email: z.union([z.literal(''), email]).default(''),
      wechat: optionalText(40).default(''),
      intro: optionalText(300).default(''),
    }),
    output: z.object({}),
    logs: '修改名片',
  }),
  userCard: call({
    path: '/fmall/company/user-card/detail',
    summary: '自己的名片；给出同企业同事的编号则看同事的',
    access: user,
    reads: true,
    input: z.object({ userId: id.optional() }),
    output: z.object({
      userId: id,
      name: z.string(),
      jobTitle: z.string(),
      department: z.string(),
      mobile: z.string(),
      email: z.string(),
      wechat: z.string(),
      intro: z.string(),
      companyName: z.string(),
    }),
  }),
}
