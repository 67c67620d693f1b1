import type { Contract } from '../../contract/contract.ts'
import type { categoryEditingCalls } from '../../contract/reference/category-editing.ts'
import type { dictionaryEditingCalls } from '../../contract/reference/dictionary-editing.ts'
import type { districtEditingCalls } from '../../contract/reference/district-editing.ts'
import type { Handlers } from '../handler.ts'
import { adDelete, adSave, adSetting, ads } from './ads.ts'
import { areaMenu, districtSubset, districtTree } from './districts.ts'
import { dictionaryKey, dictionaryMap } from './dictionaries.ts'

export const referenceHandlers: Handlers<
  Omit<
    Contract['reference'],
    | 'categoriesBack'
    | 'categoriesFand'
    | 'categoriesForIndex'
    | keyof typeof categoryEditingCalls
    | keyof typeof dictionaryEditingCalls
    | keyof typeof districtEditingCalls
  >
> = {
  adDelete,
  adSave,
  adSetting,
  ads,
  areaMenu,
  dictionaryKey,
  dictionaryMap,
  districtSubset,
  districtTree,
}
