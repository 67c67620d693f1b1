import type { Side } from '../../sides.ts'

/**
 * What the amounts of orders are grouped by. A further one is one name here and one column in `dimensionColumns` of the
 * server; labels follow from both.
 */
export const tradeDimensions = ['month', 'company', 'category', 'costCentre', 'project'] as const
export type TradeDimension = (typeof tradeDimensions)[number]

/** Dimensions of one side: cost centres and projects are of the buyer's company alone. */
export const dimensionsOf = (side: Side): readonly TradeDimension[] =>
  side === 'buyer' ? tradeDimensions : ['month', 'company', 'category']

/** Dimensions whose values are ids and can be chosen as a filter. */
export const filterDimensions = ['company', 'category'] as const
export type FilterDimension = (typeof filterDimensions)[number]
export const isFilterDimension = (name: string): name is FilterDimension =>
  filterDimensions.some((each) => each === name)

/** Name of a dimension for a side: 供应商, 买家. */
export function dimensionLabel(dimension: TradeDimension, side: Side): string {
  switch (dimension) {
    case 'month':
      return '月份'
    case 'company':
      return side === 'buyer' ? '供应商' : '买家'
    case 'category':
      return '分类'
    case 'costCentre':
      return '成本中心'
    case 'project':
      return '项目代码'
  }
}

/** Values listed one by one; the rest is one row. */
export const maxDimensionRows = 50
/** Name of the orders of which a dimension is not known. */
export const unknownValue = (dimension: TradeDimension): string => (dimension === 'category' ? '未分类' : '未填写')

/** What is summed of orders. Money in fen. */
export interface TradeSums {
  readonly orders: number
  /** Agreed, after changes and refunds. */
  readonly amount: number
  readonly paid: number
}
/** What is still to be paid of a sum; fen. Overpayments are not a debt. */
export const unpaidOf = ({ amount, paid }: TradeSums): number => Math.max(0, amount - paid)
