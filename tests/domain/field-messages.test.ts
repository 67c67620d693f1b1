import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldMessage } from '../../src/contract/field-messages.ts'

const messageOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { error: fieldMessage }).error?.issues.map((issue) => issue.message)

describe('default field messages', () => {
  test.each([
    ['missing', z.string(), undefined, '请填写'],
    ['empty', z.string().min(1), '', '请填写'],
    ['another type', z.boolean(), 7, '格式不正确'],
    ['too long', z.string().max(2), 'abc', '最多 2 个字'],
    ['too short', z.string().min(6), 'abc', '至少 6 个字'],
    ['too few items', z.array(z.int()).min(1), [], '至少 1 项'],
    ['too many items', z.array(z.int()).max(1), [1, 2], '最多 1 项'],
    ['too small', z.int().min(1), 0, '不能小于 1'],
    ['too large', z.int().max(100), 101, '不能大于 100'],
    ['not a choice', z.enum(['a', 'b']), 'c', '请从给出的选项中选择'],
    ['extra keys', z.strictObject({}), { a: 1 }, '含有多余的项'],
    ['no moment', z.iso.datetime(), 'soon', '格式不正确'],
  ])('%s', (_what, schema, input, message) => expect(messageOf(schema, input)).toEqual([message]))

  test('schema messages win', () => expect(messageOf(z.string('请输入密码'), undefined)).toEqual(['请输入密码']))
})
