import { z } from 'zod'
import { seller } from '../access.ts'
import { call } from '../call.ts'
import { fen } from '../fields.ts'

/** Two digits for a province, four for a city, six for a county. */
const district = z.string().regex(/^(\d{2}|\d{4}|\d{6})$/)
const steps = { first: fen.max(1_000_000), further: fen.max(1_000_000) }
/** A shop's postage rule, see domain/orders/postage. Money in fen. */
const rule = z.object({
  zones: z.array(z.object({ districts: z.array(district).min(1).max(400), ...steps })).max(30),
  elsewhere: z.object(steps),
  freeFrom: fen.nullable(),
  notTo: z.array(district).max(400),
})
export type PostageInput = z.input<typeof rule>

export const postageCalls = {
  shopPostage: call({
    path: '/fmall/shop/postage/detail',
    summary: '本店的运费规则；未设置过为包邮',
    access: seller('goods_manage'),
    reads: true,
    input: z.object({}),
    output: z.object({ saved: z.boolean(), rule }),
    ours: true,
  }),
  shopPostageSave: call({
    path: '/fmall/shop/postage/save',
    summary: '保存本店的运费规则：按地区首件与续件、满额包邮、不配送地区',
    access: seller('goods_manage'),
    input: rule.refine(
      ({ zones }) => {
        const codes = zones.flatMap(({ districts }) => districts)
        return new Set(codes).size === codes.length
      },
      { error: '同一地区只能属于一个运费区', path: ['zones'] },
    ),
    output: z.object({}),
    logs: '修改运费规则',
    ours: true,
  }),
}
