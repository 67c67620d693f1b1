/** Who carries goods, and how their numbers begin. */
export const carriers: readonly (readonly [name: string, prefix: string])[] = [
  ['顺丰冷运', 'SF'],
  ['京东物流', 'JD'],
  ['中通快递', 'ZT'],
]

export const goodsNotes: readonly string[] = [
  '货物已发出，随货附检验报告与装箱单。收货后请当面核对件数与外包装。',
  '冷链发货，箱内有温度记录仪，收货后请尽快转入 2–8 ℃ 保存并保留温度记录。',
  '已按批号整单发货，随货附质量检验报告、安全技术说明书与送货单。',
]

export const serviceNotes: readonly string[] = [
  '试验已完成，总结报告、原始记录与图谱已按约定方式提交，请核对后验收。',
  '本阶段工作已完成，提交方法学报告、数据汇总表与稳定性结论，如有疑问可在 14 天内提出。',
  '检测与分析已完成，报告经质量保证部门审核签发；剩余样品已按要求留样，需要寄回请告知地址。',
  '全部样品检测完毕，结果与偏差说明已列入报告附录，原始数据可供核查。',
]
