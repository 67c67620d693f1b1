import { links } from '../links.ts'
import type { TourRole } from './tour-progress.ts'

interface TourStep {
  readonly title: string
  readonly text: string
  readonly href: string
}

/** Four steps per role, in the order of the work. */
export const tourSteps: Readonly<Record<TourRole, readonly TourStep[]>> = {
  visitor: [
    { title: '查找服务', text: '按研发阶段与分类查找服务和商品，最多四项并排比较。', href: links.serviceHall() },
    { title: '了解供应商', text: '查看企业认证、资质证书、在售项目与履约记录。', href: links.shopList() },
    { title: '浏览需求', text: '公开需求列明要求、预算与截止时间，登录后报价。', href: links.demandHall() },
    { title: '登录演示账号', text: '以买家、供应商或运营身份体验从需求到评价的全程。', href: links.login() },
  ],
  buyer: [
    { title: '比较服务', text: '按资质、周期与价格筛选，最多四项并排查看。', href: links.serviceList() },
    { title: '发布需求', text: '从模板开始填写，机密内容确认保密后才可见。', href: links.buyerAddDemand() },
    { title: '比价定标', text: '报价逐项对比，选定即生成订单与付款计划。', href: links.buyerDemands() },
    { title: '付款验收', text: '按付款计划付款，收到交付后验收或要求修改。', href: links.buyerOrders() },
  ],
  seller: [
    { title: '完善店铺', text: '填写介绍、资质与图片，买家据此比较供应商。', href: links.sellerShop() },
    { title: '发布服务', text: '逐项填写，也可用 Excel 批量导入，审核后上架。', href: links.sellerServices() },
    { title: '查找需求', text: '订阅合适的需求，截止前提交或修改报价。', href: links.sellerMatches() },
    { title: '交付收款', text: '确认订单、提交交付，核对到账并开具发票。', href: links.sellerOrders() },
  ],
  operator: [
    { title: '处理审核', text: '待审的服务、商品与企业按先后排列，驳回须写明原因。', href: links.listingReviews() },
    { title: '查询档案', text: '按编号、名称或手机号查找用户，相关记录集中在一页。', href: links.opsUsers() },
    { title: '裁定争议', text: '双方证据、交付与付款同页查看，可按付款项退款。', href: links.disputes() },
    { title: '编辑内容', text: '推荐位、公告与帮助可定时发布，按日期预览。', href: links.promotions() },
  ],
}
