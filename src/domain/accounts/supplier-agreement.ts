/** What the suppliers' agreement says in short, in its own words: src/content/agreements/supplier.md holds each of them. */
export const supplierAgreementPoints: readonly string[] = [
  '供应商对店铺、资质、服务与商品信息的真实、准确、合法与及时更新负责。',
  '有效期内被选定的，订单随即生成，供应商应当按该版报价履行。',
  '不能按期履行的，应当在知道后立即告知采购方并协商；造成损失的，依合同承担责任。',
  '采购方的需求、样品、资料、报价与联系方式只用于本次报价与履约。',
]
