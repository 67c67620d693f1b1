import { z } from 'zod'
import { ownPath } from '../../domain/own-path.ts'
import { adPlaces } from '../../domain/reference/ad-places.ts'
import { everyone, operator } from '../access.ts'
import { call } from '../call.ts'
import { id, moment, momentInput, optionalText, text } from '../fields.ts'

const area = z.union([
  z.literal(''),
  z.enum(['chengdu', 'taizhou', 'gaoxin', 'shanghai', 'standard', 'benxi', 'zhongdian', 'yaogang', 'changchun']),
])

const ad = z.object({
  adId: id,
  place: z.enum(adPlaces),
  title: z.string(),
  text: z.string(),
  /** Name of an illustration (`hplc`) or icon (`mark-vial`). */
  picture: z.string(),
  /** Path of this site. */
  href: z.string(),
})
/** A promotion on a page. */
export type Ad = z.output<typeof ad>

/** Fields that operators edit. */
const terms = {
  place: z.enum(adPlaces),
  title: text(30),
  text: optionalText(80),
  picture: z.string().regex(/^[a-z][a-z0-9-]{0,40}$|^$/, '请选择一幅图样'),
  href: z
    .string()
    .max(500)
    .refine((value) => ownPath(value) !== undefined, '请填写本站的地址，以 / 开头'),
  /** Regional variant in which it is shown; empty = all. */
  area: area.default(''),
  sort: z.int().min(0).max(10_000).default(0),
  startsAt: momentInput.nullable().default(null),
  endsAt: momentInput.nullable().default(null),
  isOn: z.boolean().default(true),
}

const managed = ad.extend({
  area: z.string(),
  sort: z.int(),
  startsAt: moment.nullable(),
  endsAt: moment.nullable(),
  isOn: z.boolean(),
})
/** A promotion for operators. */
export type ManagedAd = z.output<typeof managed>

export const adsCalls = {
  adSetting: call({
    path: '/sys/ad-setting/info/front-detail',
    summary: '一个位置上正在展示的推荐；不给分站则取本站的',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ place: z.enum(adPlaces), area: area.optional() }),
    output: z.array(ad),
  }),
  ads: call({
    path: '/sys/ad-setting/list',
    summary: '全部推荐，含未到期、已停用的',
    access: operator('edit'),
    reads: true,
    input: z.object({}),
    output: z.array(managed),
    ours: true,
  }),
  /** Creates a promotion without an id, else updates it. */
  adSave: call({
    path: '/sys/ad-setting/save',
    summary: '新增或修改一条推荐，页面随即更新',
    access: operator('edit'),
    input: z
      .object({ adId: id.optional(), ...terms })
      .refine(({ startsAt, endsAt }) => startsAt === null || endsAt === null || startsAt < endsAt, {
        path: ['endsAt'],
        message: '结束时间须晚于开始时间',
      }),
    output: z.object({ adId: id }),
    logs: '保存推荐位',
    ours: true,
  }),
  adDelete: call({
    path: '/sys/ad-setting/delete',
    summary: '删除一条推荐，页面随即更新',
    access: operator('edit'),
    input: z.object({ adId: id }),
    output: z.object({}),
    logs: '删除推荐位',
    ours: true,
  }),
}
