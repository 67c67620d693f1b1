/** How goods and contract making are bought here. */
export const supplyChainSteps = [
  { title: '比较或询价', text: '定价商品可直接加入购物车；面议的向供应商询价，或发布需求收多家报价。' },
  { title: '下单与付款', text: '同一店铺一张订单，运费与开票信息写在订单里，支持对公转账与在线付款。' },
  { title: '发货与签收', text: '供应商填写物流单号与随货资料，签收前可在订单里留言。' },
  { title: '验收与评价', text: '核对数量、效期与检验报告后验收；有问题可要求处理或发起争议。' },
] as const
