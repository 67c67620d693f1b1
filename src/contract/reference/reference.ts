import { everyone } from '../access.ts'
import { notBuilt } from '../call.ts'

export const referenceCalls = {
  dictionaryMap: notBuilt('/system/dictionary/map', everyone),
  dictionaryKey: notBuilt('/system/dictionary/key', everyone),
  districtTree: notBuilt('/system/district/tree', everyone),
  districtSubset: notBuilt('/system/district/subset', everyone),
  categoriesBack: notBuilt('/system/category/back/list', everyone),
  categoriesFand: notBuilt('/system/category/fand/list', everyone),
  categoriesForIndex: notBuilt('/system/category/list/for-index', everyone),
  adSetting: notBuilt('/sys/ad-setting/info/front-detail', everyone),
  areaMenu: notBuilt('/fmall/shop/area', everyone),
}
