import { companyCategoryKey, hotWordKeys } from './dictionary-keys.ts'

/** Dictionaries that operators edit: their key, their name, and what uses a value. */
export const editedDictionaries = {
  hotServices: { key: hotWordKeys.service, label: '服务热词', uses: '' },
  hotGoods: { key: hotWordKeys.goods, label: '商品热词', uses: '' },
  hotSuppliers: { key: hotWordKeys.supplier, label: '供应商热词', uses: '' },
  companyClasses: { key: companyCategoryKey, label: '企业业务分类', uses: '企业' },
  units: { key: 'UNIT', label: '商品单位', uses: '商品' },
} as const
export type EditedDictionary = keyof typeof editedDictionaries

export const editedDictionaryNames = [
  'hotServices',
  'hotGoods',
  'hotSuppliers',
  'companyClasses',
  'units',
] as const satisfies readonly EditedDictionary[]
