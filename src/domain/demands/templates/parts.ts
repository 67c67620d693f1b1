import type { DemandQuestion } from '../questions.ts'
import type { TemplateField } from './template.ts'

type More = Partial<Pick<TemplateField, 'required' | 'usual' | 'hint'>>
const plain = { options: [], unit: '', required: false, example: '', usual: '', hint: '' } as const

/** A field of words. */
export const text = (label: string, example: string, more: More = {}): TemplateField => ({
  ...plain,
  ...{ label, input: 'text', example },
  ...more,
})
/** A number with its unit. */
export const number = (label: string, unit: string, example: string, more: More = {}): TemplateField => ({
  ...plain,
  ...{ label, input: 'number', unit, example },
  ...more,
})
/** One of some. */
export const pick = (label: string, options: readonly string[], more: More = {}): TemplateField => ({
  ...plain,
  ...{ label, input: 'select', options },
  ...more,
})
/** Yes or no. */
export const yesNo = (label: string, more: More = {}): TemplateField => ({
  ...plain,
  ...{ label, input: 'yesNo' },
  ...more,
})
/** For fields without which nobody can offer. */
export const must = { required: true } as const

const asked = (
  key: string,
  label: string,
  input: DemandQuestion['input'],
  required: boolean,
  more: Partial<DemandQuestion> = {},
): DemandQuestion => ({ key, label, input, options: [], unit: '', required, ...more })

/** Asks suppliers for yes or no. */
export const askYesNo = (key: string, label: string, required = false) => asked(key, label, 'yesNo', required)
/** Asks suppliers for a number. */
export const askNumber = (key: string, label: string, unit: string, required = false) =>
  asked(key, label, 'number', required, { unit })
/** Asks suppliers for one of some. */
export const askPick = (key: string, label: string, options: readonly string[], required = false) =>
  asked(key, label, 'select', required, { options })
/** Asks suppliers for words. */
export const askText = (key: string, label: string, required = false) => asked(key, label, 'text', required)

/** Asked in every kind of study, in the same words and under the same keys. */
export const startDays = askNumber('startDays', '合同签订后多少天可以启动', '天', true)
export const similarProjects = askNumber('similarProjects', '近三年完成的同类项目', '项')
export const subcontracted = askPick('subcontracted', '是否有分包或外协', [
  '全部自行完成',
  '部分分包',
  '主要由合作方完成',
])
export const projectLead = askText('projectLead', '项目负责人及其相关经验')
export const languages = ['中文', '英文', '中英双语'] as const
export const reportLanguage = askPick('reportLanguage', '报告语言', languages)
export const draftDays = askNumber('draftDays', '实验结束后多少天提交报告初稿', '天')
