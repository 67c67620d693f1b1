/** Days in which a person who closes their account may return. */
export const closingDays = 7
/** Days in which a copy of a person's data can be downloaded. */
export const exportDays = 7
/** Copies that a person may ask for in a day. */
export const exportsPerDay = 3

/** States of a copy of a person's data. */
export type DataCopyStatus = 'waiting' | 'ready' | 'failed'
export const isCopyBeingMade = (status: DataCopyStatus | undefined): boolean => status === 'waiting'
export const isCopyReady = (status: DataCopyStatus | undefined): boolean => status === 'ready'
export const isCopyFailed = (status: DataCopyStatus | undefined): boolean => status === 'failed'

/** Reasons against closing an account. */
export const closingObstacles = ['staff', 'orders', 'unpaid', 'payouts', 'demands', 'administrator'] as const
export type ClosingObstacle = (typeof closingObstacles)[number]

export const closingObstacleTexts: Readonly<Record<ClosingObstacle, (count: number) => string>> = {
  staff: () => '您是平台的运营或客服人员，须先由平台管理员取消该身份',
  orders: (count) => `您有 ${count} 笔订单尚未结束，请先完成或取消`,
  unpaid: (count) => `您的订单有 ${count} 笔款项尚未付清或尚未退回`,
  payouts: (count) => `平台还暂存贵企业的 ${count} 笔货款，打款之后您才能以唯一管理员的身份注销`,
  demands: (count) => `您有 ${count} 条已收到报价的需求尚未结束，请先选定供应商或关闭需求`,
  administrator: () => '您是企业唯一的管理员，而企业还有进行中的业务，请先把管理权限交给其他成员',
}
