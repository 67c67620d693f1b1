import { z } from 'zod'
import { operator } from '../access.ts'
import { call } from '../call.ts'
import { count, text } from '../fields.ts'

const editor = operator('edit')
/** Six-digit code of a province, city or county. */
const code = z.string().regex(/^[1-9]\d{5}$/, '请填写六位数字代码')

const district = z.object({
  code: z.string(),
  name: z.string(),
  /** Switched off: no form offers it, what has it keeps it. */
  isOff: z.boolean(),
  /** Districts directly below. */
  below: count,
  /** Companies with this district or one below. */
  companies: count,
})
/** A district for operators. */
export type EditedDistrict = z.output<typeof district>

/** Editing of the register of districts. Nothing is deleted: codes are kept by companies, addresses and records. */
export const districtEditingCalls = {
  editedDistricts: call({
    path: '/ops/district/list',
    summary: '一个行政区的下一级，含已停用的；不给上级则为省级',
    access: editor,
    reads: true,
    input: z.object({ parentCode: code.optional() }),
    output: z.object({
      /** The districts above, from the province down. */
      above: z.array(z.object({ code: z.string(), name: z.string() })),
      rows: z.array(district),
    }),
    failures: ['notFound'],
    ours: true,
  }),
  /** Cards of listings and all pages show a new name at once, other processes within a minute. */
  districtSave: call({
    path: '/ops/district/save',
    summary: '新增行政区，或改名；代码不变，使用它的内容随之显示新名称',
    access: editor,
    /** `isNew`: the code must be unused and below an existing district; otherwise it must exist. */
    input: z.object({ code, name: text(20), isNew: z.boolean() }),
    output: z.object({}),
    failures: ['notFound'],
    logs: '保存行政区',
    ours: true,
  }),
  districtSwitch: call({
    path: '/ops/district/switch',
    summary: '停用或启用行政区：停用后表单不再提供，已填写的不变',
    access: editor,
    input: z.object({ code, isOff: z.boolean() }),
    output: z.object({}),
    failures: ['notFound'],
    logs: '停用或启用行政区',
    ours: true,
  }),
}
