import type { DemandQuestion } from '../questions.ts'
import type { TemplateField } from './template.ts'

type FieldOptions = Partial<Pick<TemplateField, 'required' | 'initial' | 'hint'>>
const plain = { options: [], unit: '', required: false, example: '', initial: '', hint: '' } as const

/** Text field. */
export const textField = (label: string, example: string, more: FieldOptions = {}): TemplateField => ({
  ...plain,
  label,
  input: 'text',
  example,
  ...more,
})
/** Number field with a unit. */
export const numberField = (label: string, unit: string, example: string, more: FieldOptions = {}): TemplateField => ({
  ...plain,
  label,
  input: 'number',
  unit,
  example,
  ...more,
})
/** Selection field. */
export const selectField = (label: string, options: readonly string[], more: FieldOptions = {}): TemplateField => ({
  ...plain,
  label,
  input: 'select',
  options,
  ...more,
})
/** Yes/no field. */
export const yesNoField = (label: string, more: FieldOptions = {}): TemplateField => ({
  ...plain,
  label,
  input: 'yesNo',
  ...more,
})
/** Options of a required field. */
export const requiredField = { required: true } as const

const question = (
  key: string,
  label: string,
  input: DemandQuestion['input'],
  required: boolean,
  more: Partial<DemandQuestion> = {},
): DemandQuestion => ({ key, label, input, options: [], unit: '', required, ...more })

/** Yes/no question. */
export const yesNoQuestion = (key: string, label: string, required = false) => question(key, label, 'yesNo', required)
/** Number question. */
export const numberQuestion = (key: string, label: string, unit: string, required = false) =>
  question(key, label, 'number', required, { unit })
/** Selection question. */
export const selectQuestion = (key: string, label: string, options: readonly string[], required = false) =>
  question(key, label, 'select', required, { options })
/** Text question. */
export const textQuestion = (key: string, label: string, required = false) => question(key, label, 'text', required)

/** Questions shared by all templates, with the same text and keys. */
export const startDays = numberQuestion('startDays', '合同签订后多少天可以启动', '天', true)
export const similarProjects = numberQuestion('similarProjects', '近三年完成的同类项目', '项')
export const subcontracted = selectQuestion('subcontracted', '是否有分包或外协', [
  '全部自行完成',
  '部分分包',
  '主要由合作方完成',
])
export const projectLead = textQuestion('projectLead', '项目负责人及其相关经验')
export const languages = ['中文', '英文', '中英双语'] as const
export const reportLanguage = selectQuestion('reportLanguage', '报告语言', languages)
export const draftDays = numberQuestion('draftDays', '实验结束后多少天提交报告初稿', '天')
