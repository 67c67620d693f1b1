/** The last visit of a demo account to the platform's service: who has it, from whom it came, how it ended. */
export interface DeskNote {
  readonly who: 'buyer' | 'buyer2' | 'person' | 'seller' | 'seller2' | 'seller3'
  /** Undefined = nobody has taken it. */
  readonly agent?: 'service' | 'service2'
  readonly from?: 'service' | 'service2'
  /** What the one who handed it over wrote to the other. */
  readonly note?: string
  readonly over?: boolean
  readonly rated?: readonly [score: number, words: string]
}

export const deskNotes: readonly DeskNote[] = [
  { who: 'buyer2' },
  { who: 'buyer', agent: 'service' },
  {
    who: 'seller',
    agent: 'service2',
    from: 'service',
    note: 'hERG 服务停用复核：范围页已重新上传，材料齐全，审核组说明天给结果，到时请回访。',
  },
  { who: 'person', agent: 'service2', rated: [5, '说得很清楚，马上就办好了。'] },
  { who: 'seller2', agent: 'service', rated: [4, ''] },
  { who: 'seller3', agent: 'service', over: true },
]

/** Canned answers: title and text. */
export const cannedNotes: readonly (readonly [string, string])[] = [
  ['问候', '您好，我是平台客服，请问有什么可以帮您？'],
  [
    '企业认证材料',
    '企业认证需要上传营业执照的清晰照片或扫描件；由经办人办理的，请一并上传加盖公章的授权委托书。通常 1 个工作日内完成审核。',
  ],
  [
    '付款凭证被驳回',
    '付款金额以订单为准。请核对驳回的原因，补足差额或更换清晰的回单后重新上传，由供应商再次核实到账。',
  ],
  ['订单争议', '争议已受理，平台会在 3 个工作日内联系双方核实。请把检验报告、沟通记录等材料补充到订单文件中。'],
  ['验收与自动完成', '供应商交付后您有 14 天时间验收；期间可以要求修改或提出争议，逾期没有操作的，订单自动完成。'],
  ['结束语', '感谢您的咨询，如还有问题可随时在“我的沟通”里联系我们。'],
]
