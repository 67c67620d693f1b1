/**
 * Questions about listings. `about` is the beginning of a title, `by` the key of the company that asks. Lines: `> ` who
 * asks, `< ` the seller. Those of one listing stand together, the oldest first.
 */
export interface InquiryNote {
  readonly about: string
  readonly by: string
  /** Days ago. */
  readonly day: number
  /** Shown on the page of the listing; the others only to both sides. */
  readonly isPublic: boolean
  readonly text: string
}

const asked = (about: string, by: string, day: number, text: string, isPublic = true): InquiryNote => ({
  about,
  by,
  day,
  text,
  isPublic,
})

export const inquiryNotes: readonly InquiryNote[] = [
  asked(
    '毒理学安全性评价：SD 大鼠 4 周',
    '衡序',
    41,
    `> 供试品需要提前准备多少？是否可以分批寄送？
< 按最高剂量和 36 只 TK 动物估算，约 120 g。可分两批，首批不少于 60%，并附检验报告与稳定性数据。`,
  ),
  asked(
    '毒理学安全性评价：SD 大鼠 4 周',
    '屿宁',
    26,
    `> 恢复期能否缩短为 2 周？申报中国与美国是否都能接受？
< 可以。申报中国与美国时建议不少于一个给药周期的一半，我们会在方案中写明依据。
> 明白，方案由哪一方起草？
< 由我们的专题负责人起草，贵方审核签字后生效，一般三个工作日。`,
  ),
  asked(
    '毒理学安全性评价：SD 大鼠 4 周',
    '砺川',
    9,
    `> 报告是否含 SEND 数据集，版本是多少？
< 含，SENDIG 3.1，终稿后两周内交付，可直接递交。`,
  ),
  asked(
    '肿瘤药效学研究：人源肿瘤异种移植',
    '衡序',
    33,
    `> 肝癌的 PDX 模型有多少例，能提供基因背景吗？
< 肝癌 46 例，均有全外显子与转录组数据，签署保密协议后可以提供筛选表。`,
  ),
  asked(
    '肿瘤药效学研究：人源肿瘤异种移植',
    '臻境',
    12,
    `> 肿瘤体积测量的频次和终点怎么定？
< 每周两次，体积达到 2,000 mm³ 或体重下降超过 20% 时安乐死，也可按贵方动物伦理要求调整。`,
  ),
  asked(
    '小分子原料药 CDMO',
    '衡序',
    18,
    `> 公斤级放大前是否先做反应热评估？
< 是。RC1 与 DSC 数据是放大的前置条件，费用已含在报价中。`,
  ),
  asked(
    '基因检测：全外显子组',
    '屿宁',
    15,
    `> FFPE 样本可以做吗，最低 DNA 量是多少？
< 可以，建议不少于 200 ng，DIN 值 3 以上；不达标会先与您确认再继续。`,
  ),
  asked(
    '对乙酰氨基酚对照品',
    '屿宁',
    22,
    `> 附的检验报告有没有不确定度？
< 有，证书给出定值、不确定度与溯源方法，批号可在证书页核对。`,
  ),
  asked(
    'C18 反相色谱柱',
    '衡序',
    7,
    `> 耐受的 pH 范围和最高柱温是多少？
< pH 2~8，最高 60 ℃；高 pH 条件建议选用杂化填料的型号。`,
  ),
  asked(
    '咖啡因标准品',
    '臻境',
    5,
    `> 能否提供同一批号 20 支？
< 可以，同批号现有 60 余支，下单时请备注。`,
  ),
]
