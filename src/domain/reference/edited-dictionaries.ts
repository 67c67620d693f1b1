import { companyCategoryKey, hotWordKeys } from './dictionary-keys.ts'

interface DictionaryDeclaration {
  /** Key of the dictionary. */
  readonly key: string
  /** Code of the group in the dictionary whose values these are; without it the dictionary has no groups. */
  readonly group?: string
  readonly label: string
  /** What uses a value; empty = nothing does. */
  readonly uses: string
  /** What uses a value holds its text and is not written again: a value in use cannot be renamed. */
  readonly isFixed?: true
}

const capabilities = (group: string, label: string) =>
  ({ key: 'CAPABILITY_TAG', group, label, uses: '店铺与商品服务', isFixed: true }) as const

/** Dictionaries that operators edit. */
export const editedDictionaries = {
  hotServices: { key: hotWordKeys.service, label: '服务热词', uses: '' },
  hotGoods: { key: hotWordKeys.goods, label: '商品热词', uses: '' },
  hotSuppliers: { key: hotWordKeys.supplier, label: '供应商热词', uses: '' },
  companyClasses: { key: companyCategoryKey, label: '企业业务分类', uses: '企业' },
  units: { key: 'UNIT', label: '商品单位', uses: '商品' },
  qualifications: { key: 'QUALIFICATION_TAG', label: '资质标签', uses: '资质证书', isFixed: true },
  modalities: capabilities('MODALITY', '药物与产品类型'),
  dosageForms: capabilities('FORM', '制剂与合成'),
  facilities: capabilities('FACILITY', '动物与检测'),
  registrations: capabilities('REGISTRATION', '申报与服务'),
} as const satisfies Readonly<Record<string, DictionaryDeclaration>>
export type EditedDictionary = keyof typeof editedDictionaries

export const declarationOf = (dictionary: EditedDictionary): DictionaryDeclaration => editedDictionaries[dictionary]

export const editedDictionaryNames = [
  'hotServices',
  'hotGoods',
  'hotSuppliers',
  'companyClasses',
  'units',
  'qualifications',
  'modalities',
  'dosageForms',
  'facilities',
  'registrations',
] as const satisfies readonly EditedDictionary[]
