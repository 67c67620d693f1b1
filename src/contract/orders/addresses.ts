import { z } from 'zod'
import { mobile } from '../accounts/person.ts'
import { user } from '../access.ts'
import { call } from '../call.ts'
import { id, text } from '../fields.ts'

const address = z.object({
  addressId: id,
  receiver: z.string(),
  /** Unmasked: visible to the owner only. */
  mobile: z.string(),
  districtCode: z.string(),
  /** 省 市 区 */
  districtName: z.string(),
  street: z.string(),
  isDefault: z.boolean(),
})
export type Address = z.output<typeof address>

const addressInput = {
  receiver: text(20),
  mobile,
  districtCode: z.string().regex(/^\d{6}$/, '请选择到区县'),
  street: text(100),
  isDefault: z.boolean().default(false),
}

/** Addresses belong to a person, 50 at most; the first one is the default. */
export const addressesCalls = {
  addresses: call({
    path: '/fmall/user-address/list',
    summary: '自己的收货地址，默认地址在前',
    access: user,
    reads: true,
    input: z.object({}),
    output: z.array(address),
  }),
  addressSave: call({
    path: '/fmall/user-address/save',
    summary: '新增收货地址',
    access: user,
    input: z.object(addressInput),
    output: z.object({ addressId: id }),
    failures: ['tooManyAddresses'],
  }),
  addressUpdate: call({
    path: '/fmall/user-address/update',
    summary: '修改收货地址',
    access: user,
    input: z.object({ addressId: id, ...addressInput }),
    output: z.object({}),
  }),
  addressDelete: call({
    path: '/fmall/user-address/delete',
    summary: '删除收货地址',
    access: user,
    input: z.object({ addressId: id }),
    output: z.object({}),
  }),
  address: call({
    path: '/fmall/user-address/detail',
    summary: '一个收货地址',
    access: user,
    reads: true,
    input: z.object({ addressId: id }),
    output: address,
  }),
}
