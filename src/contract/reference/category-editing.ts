import { z } from 'zod'
import { attributeInputs } from '../../domain/catalogue/attributes.ts'
import { operator } from '../access.ts'
import { call } from '../call.ts'
import { count, id, optionalText, text } from '../fields.ts'
import { secondOperator } from '../operations/operator-approvals.ts'

const editor = operator('edit')
const kind = z.enum(['service', 'product'])

/** What uses a category or one below it. */
const usage = z.object({
  /** Services or goods in any state, also drafts. */
  listings: count,
  /** Changes of published listings that would move them here. */
  changes: count,
  demands: count,
  subscriptions: count,
  /** Requests of visitors. */
  leads: count,
  savedSearches: count,
})
export type CategoryUsage = z.output<typeof usage>

const node = z.object({
  categoryId: id,
  categoryName: z.string(),
  parentId: id,
  level: z.int(),
  mark: z.string(),
  figure: z.string(),
  isOn: z.boolean(),
  /** Own attributes that are in use, without inherited ones. */
  attributeCount: count,
  usage,
})
/** A category for operators, with the use of its branch. */
export type EditedCategory = z.output<typeof node>

const attribute = z.object({
  attributeId: id,
  name: z.string(),
  input: z.enum(attributeInputs),
  options: z.array(z.string()),
  unit: z.string(),
  required: z.boolean(),
  isOn: z.boolean(),
})
/** An attribute declared on a category itself. */
export type EditedAttribute = z.output<typeof attribute>

/** Editing of the category trees and of the attributes of listings. Every write reaches pages and forms at once. */
export const categoryEditingCalls = {
  editedCategories: call({
    path: '/ops/category/list',
    summary: '一棵分类树的全部分类，含已停用的，各有使用数量',
    access: editor,
    reads: true,
    input: z.object({ kind }),
    output: z.object({ rootId: id, categories: z.array(node) }),
    ours: true,
  }),
  categoryUsage: call({
    path: '/ops/category/usage',
    summary: '一个分类及其下级被使用的数量：合并、移动时一并改变的内容',
    access: editor,
    reads: true,
    input: z.object({ categoryId: id }),
    output: usage,
    failures: ['notFound'],
    ours: true,
  }),
  /** Adds a category below a parent, or renames one. */
  categorySave: call({
    path: '/ops/category/save',
    summary: '新增分类，或修改名称与图标',
    access: editor,
    input: z.object({
      categoryId: id.optional(),
      /** Of a new category; an existing one stays where it is. */
      parentId: id,
      categoryName: text(20),
      mark: z.string().regex(/^([a-z][a-z0-9-]{0,40})?$/, '请选择一个图标'),
      figure: z.string().regex(/^([a-z][a-z0-9-]{0,40})?$/, '请选择一幅插图'),
    }),
    output: z.object({ categoryId: id }),
    failures: ['notFound', 'categoryNameUsed', 'categoryTooDeep'],
    logs: '保存分类',
    ours: true,
  }),
  categoryMove: call({
    path: '/ops/category/move',
    summary: '把分类连同下级移到同类的另一个上级之下',
    access: editor,
    input: z.object({ categoryId: id, parentId: id }),
    output: usage,
    failures: ['notFound', 'categoryNameUsed', 'categoryTooDeep', 'categoryBelowItself'],
    logs: '移动分类',
    ours: true,
  }),
  /** Forms opened before the merge, and addresses with the former id, lead to the target. */
  categoryMerge: call({
    path: '/ops/category/merge',
    summary: '把分类并入另一个分类：内容、需求、订阅与下级一并转入，原分类不再存在',
    access: editor,
    input: z.object({ categoryId: id, targetId: id }),
    output: usage,
    failures: ['notFound', 'categoryTooDeep', 'categoryBelowItself'],
    logs: '合并分类',
    ours: true,
  }),
  categorySwitch: call({
    path: '/ops/category/switch',
    summary: '启用分类，或停用没有被使用的分类',
    access: editor,
    input: z.object({ categoryId: id, isOn: z.boolean() }),
    output: z.object({}),
    failures: ['notFound', 'categoryUsed'],
    logs: '启用或停用分类',
    ours: true,
  }),
  /** The first operator asks, a second one who calls it as well confirms. */
  categoryDelete: call({
    path: '/ops/category/delete',
    summary: '删除没有被使用的分类及其下级',
    access: editor,
    input: z.object({ categoryId: id }),
    output: secondOperator,
    failures: ['notFound', 'categoryUsed', 'secondOperatorNeeded'],
    logs: '删除分类',
    ours: true,
  }),
  editedAttributes: call({
    path: '/ops/category/attribute/list',
    summary: '一个分类自身的属性，含已停用的',
    access: editor,
    reads: true,
    input: z.object({ categoryId: id }),
    output: z.array(attribute),
    failures: ['notFound'],
    ours: true,
  }),
  attributeSave: call({
    path: '/ops/category/attribute/save',
    summary: '新增属性，或修改名称、单位、选项与是否必填；已填写的内容保留',
    access: editor,
    input: z.object({
      attributeId: id.optional(),
      categoryId: id,
      name: text(20),
      /** Of a new attribute; it stays afterwards. */
      input: z.enum(attributeInputs),
      options: z.array(text(30)).max(60, '最多 60 个选项'),
      unit: optionalText(10),
      required: z.boolean(),
    }),
    output: z.object({ attributeId: id }),
    failures: ['notFound', 'attributeNameUsed', 'attributeOptionUsed'],
    logs: '保存分类属性',
    ours: true,
  }),
  /** All attributes of the category must be given, in their new order. */
  attributeSort: call({
    path: '/ops/category/attribute/sort',
    summary: '调整一个分类的属性的先后',
    access: editor,
    input: z.object({ categoryId: id, attributeIds: z.array(id).min(2).max(200) }),
    output: z.object({}),
    failures: ['conflict'],
    logs: '调整属性顺序',
    ours: true,
  }),
  attributeSwitch: call({
    path: '/ops/category/attribute/switch',
    summary: '启用或停用属性；停用后不再填写与显示，已填写的内容保留',
    access: editor,
    input: z.object({ attributeId: id, isOn: z.boolean() }),
    output: z.object({}),
    failures: ['notFound'],
    logs: '启用或停用分类属性',
    ours: true,
  }),
}
