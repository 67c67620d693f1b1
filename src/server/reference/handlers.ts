import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { adDelete, adSave, adSetting, ads } from './ads.ts'
import { areaMenu } from './area-menu.ts'
import { categoriesBack, categoriesFand, categoriesForIndex } from './categories.ts'
import { dictionaryKey, dictionaryMap } from './dictionaries.ts'
import { districtSubset, districtTree } from './districts.ts'

export const referenceHandlers: Handlers<Contract['reference']> = {
  adDelete,
  adSave,
  adSetting,
  ads,
  areaMenu,
  categoriesBack,
  categoriesFand,
  categoriesForIndex,
  dictionaryKey,
  dictionaryMap,
  districtSubset,
  districtTree,
}
