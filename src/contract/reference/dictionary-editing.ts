import { z } from 'zod'
import { editedDictionaryNames } from '../../domain/reference/edited-dictionaries.ts'
import { operator } from '../access.ts'
import { call } from '../call.ts'
import { count, id, text } from '../fields.ts'
import { secondOperator } from '../operations/operator-approvals.ts'

const editor = operator('edit')
const dictionary = z.enum(editedDictionaryNames)

const value = z.object({
  valueId: id,
  text: z.string(),
  /** What has this value: companies, goods, certificates, or shops and listings; 0 for hot words, which nothing refers to. */
  uses: count,
})
/** A value of a dictionary for operators. */
export type EditedValue = z.output<typeof value>

/** Editing of dictionaries and of the hot words of the search. Pages and forms follow at once. */
export const dictionaryEditingCalls = {
  editedValues: call({
    path: '/ops/dictionary/list',
    summary: '一个字典的值与使用数量，按先后',
    access: editor,
    reads: true,
    input: z.object({ dictionary }),
    output: z.array(value),
    failures: ['notFound'],
    ours: true,
  }),
  /** What uses a renamed value has the new text; tags in use keep their text. */
  valueSave: call({
    path: '/ops/dictionary/save',
    summary: '新增字典的值，或改名；使用它的内容随之改名，使用中的标签不能改名',
    access: editor,
    input: z.object({ dictionary, valueId: id.optional(), text: text(20) }),
    output: z.object({ valueId: id }),
    failures: ['notFound', 'dictionaryTextUsed', 'dictionaryFull', 'dictionaryValueFixed'],
    logs: '保存字典的值',
    ours: true,
  }),
  /** All values must be given, in their new order. */
  valueSort: call({
    path: '/ops/dictionary/sort',
    summary: '调整一个字典的值的先后',
    access: editor,
    input: z.object({ dictionary, valueIds: z.array(id).min(2).max(200) }),
    output: z.object({}),
    failures: ['conflict'],
    logs: '调整字典的顺序',
    ours: true,
  }),
  /** As `categoryDelete`. */
  valueDelete: call({
    path: '/ops/dictionary/delete',
    summary: '删除字典中没有被使用的值',
    access: editor,
    input: z.object({ dictionary, valueId: id }),
    output: secondOperator,
    failures: ['notFound', 'dictionaryValueUsed', 'dictionaryGroupLast', 'secondOperatorNeeded'],
    logs: '删除字典的值',
    ours: true,
  }),
}
