/** What is put before the name of a service, behind the compound: a form of the drug or nothing. */
export const drugForms: readonly string[] = [
  '', '', '片', '胶囊', '缓释片', '注射液', '冻干粉针', '口服溶液', '滴眼液', '乳膏', '吸入粉雾剂', '脂质体', '微球', '透皮贴剂',
] // prettier-ignore

/** What is put behind the name of a service. */
export const serviceEnds: readonly string[] = [
  '用于 IND 申报', '用于 NDA 申报', '中美双报', '含方法开发与验证', '加急档期', '附原始数据与统计报告', '可现场稽查', '一致性评价配套',
  '支持委托方到场观察', '含样品冷链收取', '中英双语报告', '申报资料模块撰写', '预试验先行', '分阶段付款', '多中心协作', '含方案设计与伦理资料',
  '老年与儿童人群', '生物类似药适用', '改良型新药适用', '罕见病药物优先', '数据独立审核', '年度框架合作', '高校与科研院所适用', '含运输与仓储',
] // prettier-ignore

/** What is put behind the name of a product, before its catalogue number. */
export const goodsEnds: readonly string[] = [
  '现货', '附检验报告', '批号可选', '冷链配送', '分装', '原厂包装', '科研用', '方法开发用', '药典方法适用', '低内毒素', '高纯', '大包装',
  '效期 24 个月', '可开具 COA', '三批留样', '定期补货', '期货 2 周', '小试装', '中试装', '进口替代', '核磁图谱可查', '干冰运输', '避光保存', '含溯源证书',
] // prettier-ignore

/** Two characters begin the name of an invented company, then its trade. */
export const nameHeads =
  '衡昱沛岚钧澍霁嘉翊骏睿淳珩瑾璟祺颐鸿绮棠枢栩楷榆槿樾汐沅泓洵浔涵淼渝湛溯漪潇灏炜烁焕煜琛琨瑄璞甫皓盈砺硕禹稷'
export const trades: readonly string[] = [
  '生物', '医药', '检测', '医疗器械', '化学', '试剂', '仪器', '新药', '药物研究', '生命科学', '诊断', '材料',
] // prettier-ignore
/** Certificates as a shop wears them, the frequent ones first. */
export const wornTags: readonly string[] = ['CNAS', 'ISO 9001', 'CMA', 'GLP', 'GMP', 'AAALAC', 'ISO 13485', 'ISO 17034', 'GCP', 'EHS', 'CLIA', 'CAP'] // prettier-ignore
