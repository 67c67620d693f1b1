/** What buyers write of their suppliers: scores of quality, speed and service, and words. */
export const buyerWords: readonly (readonly [quality: number, speed: number, service: number, text: string])[] = [
  [5, 5, 5, '方案沟通很细，关键节点都有书面纪要。报告里的原始图谱和审计追踪齐全，QA 现场核查一次通过。'],
  [5, 4, 5, '数据质量没问题，交付比约定晚了两天，但提前说明了原因。复测没有另外收费。'],
  [5, 5, 4, '同一批样品与我们自己的结果偏差在 2% 以内，放心。发票开得也及时。'],
  [4, 5, 5, '响应快，周末也有人回消息。报告模板略简单，建议增加方法学参数的汇总表。'],
  [5, 5, 5, ''],
  [4, 4, 4, '整体符合预期。样品接收确认如果能当天反馈会更好。'],
  [5, 4, 4, '冷链到货温度记录完整，干冰充足，批号与 COA 一致。'],
  [3, 2, 4, '中间换过一次负责人，交接时有几天没有进展，最后两周才赶上。结果本身可用。'],
  [5, 5, 5, '第二次合作，依旧稳定。异常数据主动写了偏差说明，没有藏着掖着。'],
  [4, 5, 4, '包装规整，标签清楚，效期还有 20 个月。'],
  [5, 5, 5, '项目经理专业，能站在申报的角度提醒我们补哪些试验。'],
  [4, 3, 5, '排期比较紧，开工晚了一周，后面加班追回来了。'],
]

/** What suppliers answer; empty = nothing yet. */
export const replies: readonly string[] = [
  '感谢认可，后续资料随时可以调阅。',
  '',
  '已按您的建议更新报告模板，下次合作即可用上。',
  '',
  '抱歉给您带来不便。我们已调整项目交接流程，每周固定同步一次进度。',
  '',
  '',
]

/** What suppliers write of their buyers: scores of clarity, payment and service, and words. */
export const sellerWords: readonly (readonly [clarity: number, payment: number, service: number, text: string])[] = [
  [5, 5, 5, '需求文件完整，样品信息表一次填对，付款及时。'],
  [4, 5, 5, '方案确认很快，沟通顺畅。'],
  [5, 4, 4, ''],
  [4, 4, 5, '中途调整过一次检测项目，双方书面确认后执行，配合很好。'],
  [5, 5, 4, '验收意见具体，便于我们改进。'],
]
