export { adsIn } from './ads.ts'
export { categoryRows } from './category-rows.ts'
export { dictionaryTexts } from './dictionaries.ts'
export { placeNames, placeNamesOf } from './places.ts'
