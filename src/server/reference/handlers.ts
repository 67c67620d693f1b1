import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { categoriesFand, categoriesForIndex } from './categories.ts'
import { dictionaryKey, dictionaryMap } from './dictionaries.ts'
import { districtSubset } from './districts.ts'

export const referenceHandlers: Handlers<Contract['reference']> = {
  categoriesFand,
  categoriesForIndex,
  dictionaryKey,
  dictionaryMap,
  districtSubset,
}
