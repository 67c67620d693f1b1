import type { EntryField } from './entry-field.ts'

/** Fields that several kinds ask for. */
export const sample: EntryField = { name: 'sample', label: '标注为示例内容', as: 'check' }
export const summaryOf = (max: number, required?: true): EntryField => ({
  name: 'summary',
  label: '摘要',
  as: 'area',
  max,
  wide: true,
  ...(required ? { required } : {}),
})
