/**
 * Provinces by their short names as squares of a grid, about where they lie: column from the west, row from the north.
 * Squares instead of boundaries: maps with boundaries need the approval number of their publisher, and small provinces
 * would be as hard to read as to hit.
 */
export const provinceGrid: Readonly<Record<string, readonly [column: number, row: number]>> = {
  黑龙江: [7, 0],
  内蒙古: [5, 1],
  辽宁: [6, 1],
  吉林: [7, 1],
  新疆: [0, 2],
  甘肃: [2, 2],
  宁夏: [3, 2],
  山西: [4, 2],
  北京: [5, 2],
  天津: [6, 2],
  青海: [1, 3],
  陕西: [3, 3],
  河南: [4, 3],
  河北: [5, 3],
  山东: [6, 3],
  西藏: [0, 4],
  四川: [2, 4],
  重庆: [3, 4],
  湖北: [4, 4],
  安徽: [5, 4],
  江苏: [6, 4],
  上海: [7, 4],
  贵州: [3, 5],
  湖南: [4, 5],
  江西: [5, 5],
  浙江: [6, 5],
  云南: [2, 6],
  广西: [3, 6],
  广东: [4, 6],
  福建: [5, 6],
  台湾: [7, 6],
  海南: [3, 7],
  澳门: [4, 7],
  香港: [5, 7],
}
export const provinceColumns = 8
export const provinceRows = 8
