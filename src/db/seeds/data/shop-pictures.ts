/** Drawn pictures of the demo's shops: figure and caption. Nothing photographed, for nobody owns these rooms. */
export const shopScenes: readonly (readonly [figure: string, caption: string])[] = [
  ['hplc', '液相色谱分析（示意图）'],
  ['reactor', '工艺放大反应装置（示意图）'],
  ['cells', '细胞实验（示意图）'],
  ['xrpd', '晶型研究（示意图）'],
  ['flow', '流式分析（示意图）'],
  ['dissolution', '溶出与释放度测定（示意图）'],
  ['wells', '微孔板筛选（示意图）'],
  ['gene', '测序与变异解读（示意图）'],
  ['safety', '安全性评价（示意图）'],
  ['nmr', '结构确证（示意图）'],
]

/** What the demo's buyer keeps: the beginning of a title, and what it asked then against today in percent. */
export const keptListings: readonly (readonly [title: string, percent: number])[] = [
  ['毒理学安全性评价', 100],
  ['小分子原料药 CDMO', 110],
  ['有关物质与含量测定', 100],
  ['比格犬剂量递增', 100],
  ['对乙酰氨基酚对照品', 100],
  ['C18 反相色谱柱', 108],
  ['人 IL-6 酶联免疫', 100],
]

/** Shops that the demo's buyer follows, by key, the newest first. */
export const followedShops: readonly string[] = ['臻境', '砚谷', '砺川']
