import { isRecord } from '../client.ts'
import type { Step } from '../step.ts'

/** Specification section 3: dictionaries with dictKey, dictValues and flat rows; categories with childList. */
export const referenceSteps: readonly Step[] = [
  {
    path: '/system/dictionary/map',
    as: 'visitor',
    names: ['[].dictKey', '[].dictValues[].dictCode', '[].dictValues[].dictText', '[].dictValues[].children'],
  },
  {
    path: '/system/dictionary/map',
    as: 'visitor',
    send: () => ({ keys: ['ORG_SERVICE_CLASS'] }),
    names: ['[].dictKey', '[].dictValues[].dictText'],
  },
  {
    path: '/system/dictionary/key',
    as: 'visitor',
    send: () => ({ dictKey: 'STANDARD_INDEX_LINK' }),
    names: ['[].dictKey', '[].dictText'],
  },
  ...['ORG_SERVICE_CLASS', ' ORG_SERVICE_CLASS'].map((dictKey): Step => ({
    path: '/system/dictionary/key',
    as: 'visitor',
    send: () => ({ dictKey }),
    names: ['[].dictKey', '[].dictCode', '[].dictText'],
    saveAs: { classCode: '[0].dictCode' },
    check: (content) =>
      Array.isArray(content) && content.every((row) => isRecord(row) && row.dictKey === ' ORG_SERVICE_CLASS')
        ? undefined
        : 'the rows are not those of ORG_SERVICE_CLASS with its leading space',
  })),
  { path: '/system/district/tree', as: 'visitor', names: ['[].childList[].childList'] },
  { path: '/system/district/subset', as: 'visitor', send: () => ({ parentCode: '510000' }), names: ['[].code'] },
  { path: '/system/category/back/list', as: 'ops', names: ['[].categoryId', '[].categoryName'] },
  {
    path: '/system/category/fand/list',
    as: 'visitor',
    names: ['[].categoryId', '[].categoryName', '[].childList[].childList[].categoryName'],
    saveAs: {
      level1: '[0].childList[0].categoryId',
      level2: '[0].childList[0].childList[0].categoryId',
      leaf: '[0].childList[0].childList[0].childList[0].childList[0].categoryId',
    },
  },
  {
    path: '/system/category/list/for-index',
    as: 'visitor',
    names: ['[].categoryId', '[].categoryName', '[].childList[].categoryId'],
  },
  { path: '/sys/ad-setting/info/front-detail', as: 'visitor', send: () => ({ place: 'menu' }), names: ['[].title'] },
  { path: '/fmall/shop/area', as: 'visitor', names: ['[].name', '[].childList[].name'] },
]
