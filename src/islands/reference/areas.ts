/** Regional variants by code, as operators select them; empty = all. */
export const areaLabels: ReadonlyMap<string, string> = new Map([
  ['', '全部分站'],
  ['chengdu', '成都'],
  ['taizhou', '泰州'],
  ['gaoxin', '高新'],
  ['shanghai', '上海'],
  ['standard', '标准'],
  ['benxi', '本溪'],
  ['zhongdian', '中电'],
  ['yaogang', '药港'],
  ['changchun', '长春'],
])
