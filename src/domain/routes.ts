/** The six layouts of specification 2.2. */
export type LayoutName = 'default' | 'home' | 'none' | 'shop-list' | 'supplier' | 'supplier-chain'
/** Access to a page: public; signed-in people; sellers (others are redirected to the supplier application). */
export type PageAccess = 'all' | 'user' | 'seller'

/** One page of specification 2.1. It is built if src/pages has a file for it. */
export type Route = {
  readonly layout: LayoutName
  readonly who: PageAccess
  readonly title: string
  readonly keywords?: string
  readonly noindex?: true
}

/** Defaults of most pages by access. */
const openRoute = (title: string, keywords?: string): Route =>
  keywords === undefined ? { layout: 'default', who: 'all', title } : { layout: 'default', who: 'all', title, keywords }
/** Public, but made of what its address names: nothing for search engines. */
const unindexedRoute = (title: string): Route => ({ layout: 'default', who: 'all', title, noindex: true })
const hiddenRoute = (title: string): Route => ({ layout: 'none', who: 'all', title, noindex: true })
const displayRoute = (title: string): Route => ({ layout: 'none', who: 'all', title })
const shopRoute = (title: string): Route => ({ layout: 'supplier', who: 'all', title })
const userRoute = (title: string): Route => ({ layout: 'default', who: 'user', title, noindex: true })
const sellerRoute = (title: string): Route => ({ layout: 'default', who: 'seller', title, noindex: true })

const digital = '数字应用,药企数字化,实验室信息管理,数字应用商店'
const help = '帮助中心,常见问题,使用指南'
const login = '登录,注册,企业认证'
const registration = '注册申报,注册检验,医疗器械检测,药品注册'
const technical = '技术服务商店,药学研究,分析检测,CRO,CDMO'

/** All 136 pages, in the order of spec/routes.txt. */
export const routes = {
  '/': { layout: 'home', who: 'all', title: '首页' },
  '/about': openRoute('关于我们'),
  '/about/annouce': openRoute('平台公告'),
  '/about/annouceDetail': openRoute('公告详情'),
  '/about/contact': openRoute('联系我们'),
  '/about/cooperation': openRoute('商务合作'),
  '/about/intro': openRoute('平台介绍'),
  '/brandCenter': { ...openRoute('品牌中心'), noindex: true },
  '/demandHall': openRoute('需求大厅'),
  '/demandHall/addDemand': userRoute('发布需求'),
  '/demandHall/detail': openRoute('需求详情'),
  '/demandHall/offer': sellerRoute('参与报价'),
  '/demandHall/template': userRoute('需求模板'),
  '/help': { ...openRoute('帮助', help), noindex: true },
  '/industryLeader': openRoute('行业领军企业'),
  '/marketHall': openRoute('研发采购'),
  '/marketHall/market': openRoute('商品列表'),
  '/marketHall/marketConf': sellerRoute('商品列表预览'),
  '/marketHall/marketDetails': openRoute('商品详情'),
  '/marketHall/marketDetailsConf': sellerRoute('商品预览'),
  '/serviceHall': openRoute('研发服务'),
  '/serviceHall/service': openRoute('服务列表'),
  '/serviceHall/serviceConf': sellerRoute('服务列表预览'),
  '/serviceHall/serviceDetails': openRoute('服务详情'),
  '/serviceHall/serviceDetailsConf': sellerRoute('服务预览'),
  '/shop/AddressAdd': userRoute('收货地址'),
  '/shop/CarNum': userRoute('已加入购物车'),
  '/shop/confirmOrder': userRoute('确认订单'),
  '/shop/payOrder': userRoute('支付订单'),
  '/shop/shopCar': userRoute('购物车'),
  '/chat': { layout: 'none', who: 'user', title: '在线客服', noindex: true },
  '/chat/mqtt.min': { layout: 'none', who: 'user', title: '在线客服', noindex: true },
  '/digitalApplication': openRoute('数字应用商店', digital),
  '/digitalApplication/app': openRoute('数字应用', digital),
  '/digitalApplication/appDetail': openRoute('应用详情', digital),
  '/digitalApplication/applicationDetail': openRoute('方案应用详情', digital),
  '/digitalApplication/applicationList': openRoute('应用列表', digital),
  '/digitalApplication/cooperation': openRoute('数字应用合作', digital),
  '/digitalApplication/joinNow': openRoute('入驻数字应用商店', digital),
  '/digitalApplication/solution': openRoute('解决方案', digital),
  '/digitalApplication/solutionDetail': openRoute('解决方案详情', digital),
  '/drug': openRoute('药械产业'),
  '/drug/information': openRoute('行业资讯'),
  '/drug/park': openRoute('药械选址'),
  '/drug/park/detail': openRoute('园区详情'),
  '/drug/policies': openRoute('产业政策'),
  '/drug/siteselection': openRoute('选址对比'),
  '/livemanger': openRoute('药械直播课堂'),
  '/livemanger/detail': openRoute('课程详情'),
  '/luckDraw': userRoute('幸运抽奖'),
  '/luckDraw/award': userRoute('我的奖品'),
  '/luckDraw/current': openRoute('本期抽奖'),
  '/luckDraw/win': openRoute('中奖名单'),
  '/numberLink': openRoute('直播工具'),
  '/recommendedSuppliers': openRoute('推荐供应商'),
  '/recommendedSuppliers/articleDetails': openRoute('供应商专题文章'),
  '/recommendedSuppliers/supplier': openRoute('专题供应商'),
  '/recommendedSuppliers/topSearch': openRoute('热门搜索供应商'),
  '/registration': openRoute('注册与检测', registration),
  '/registration/detail': openRoute('注册与检测服务详情', registration),
  '/screen': displayRoute('数据大屏'),
  '/screen/new': displayRoute('数据大屏新版'),
  '/screen/test': displayRoute('需求分布'),
  '/screen/test1': displayRoute('交易趋势'),
  '/screen/test2': displayRoute('供应商分布'),
  '/screen/test_img': displayRoute('图片墙'),
  '/servicefind': openRoute('技术服务商店', technical),
  '/servicefind/list': openRoute('技术服务列表', technical),
  '/shopList': { layout: 'shop-list', who: 'all', title: '供应商' },
  '/supermarket': openRoute('科研超市'),
  '/supplier/brief': shopRoute('店铺简介'),
  '/supplier/goods': shopRoute('全部商品'),
  '/supplier/goodsConf': { layout: 'supplier', who: 'seller', title: '店铺商品预览', noindex: true },
  '/supplier/home': shopRoute('店铺首页'),
  '/supplier/service': shopRoute('技术服务'),
  '/supplier/serviceConf': { layout: 'supplier', who: 'seller', title: '店铺服务预览', noindex: true },
  '/supplierChain': { layout: 'supplier-chain', who: 'all', title: '供应链服务' },
  '/login/agreement': { layout: 'none', who: 'all', title: '用户协议', keywords: login },
  '/login/login': { ...hiddenRoute('登录'), keywords: login },
  '/login/register': { ...hiddenRoute('免费注册'), keywords: login },
  '/login/resetPassword': { ...hiddenRoute('重置密码'), keywords: login },
  '/platform/buyerAccount': userRoute('买家中心'),
  '/platform/buyerAccount/accountChildManage': userRoute('子账号'),
  '/platform/buyerAccount/accountInfo': userRoute('账号与企业'),
  '/platform/buyerAccount/collection': userRoute('收藏与关注'),
  '/platform/buyerAccount/goodsManage': userRoute('采购商品'),
  '/platform/buyerAccount/isDesk': userRoute('工作台'),
  '/platform/buyerAccount/liveCollectionList': userRoute('收藏课程'),
  '/platform/buyerAccount/liveList': userRoute('我的课程'),
  '/platform/buyerAccount/liveMyScore': userRoute('课程积分'),
  '/platform/buyerAccount/messageList': userRoute('消息中心'),
  '/platform/buyerAccount/orderDetail': userRoute('订单详情'),
  '/platform/buyerAccount/orderManage': userRoute('我的订单'),
  '/platform/buyerAccount/requirementAdd': userRoute('发布需求'),
  '/platform/buyerAccount/requirementDetail': userRoute('需求与报价'),
  '/platform/buyerAccount/requirementManage': userRoute('我的需求'),
  '/platform/buyerAccount/requirementOrder': userRoute('报价订单'),
  '/platform/buyerAccount/rolesManage': userRoute('角色权限'),
  '/platform/buyerAccount/securityManage': userRoute('安全设置'),
  '/platform/sellerCenter': sellerRoute('卖家中心'),
  '/platform/sellerCenter/accountChildManage': sellerRoute('子账号'),
  '/platform/sellerCenter/accountInfo': sellerRoute('账号与企业'),
  '/platform/sellerCenter/goodsManage': sellerRoute('商品管理'),
  '/platform/sellerCenter/isDesk': sellerRoute('工作台'),
  '/platform/sellerCenter/liveCollectionList': sellerRoute('收藏课程'),
  '/platform/sellerCenter/liveList': sellerRoute('店铺课程'),
  '/platform/sellerCenter/liveMyScore': sellerRoute('课程积分'),
  '/platform/sellerCenter/messageList': sellerRoute('消息中心'),
  '/platform/sellerCenter/offerDetail': sellerRoute('报价详情'),
  '/platform/sellerCenter/offerEdit': sellerRoute('编辑报价'),
  '/platform/sellerCenter/offerManage': sellerRoute('我的报价'),
  '/platform/sellerCenter/orderConfirm': sellerRoute('确认接单'),
  '/platform/sellerCenter/orderDetail': sellerRoute('订单详情'),
  '/platform/sellerCenter/orderManage': sellerRoute('订单管理'),
  '/platform/sellerCenter/rolesManage': sellerRoute('角色权限'),
  '/platform/sellerCenter/securityManage': sellerRoute('安全设置'),
  '/platform/sellerCenter/serverAdd': sellerRoute('发布服务'),
  '/platform/sellerCenter/serverMng': sellerRoute('服务管理'),
  '/platform/sellerCenter/shopAdd': sellerRoute('开通店铺'),
  '/platform/sellerCenter/shopImgManage': sellerRoute('店铺图片'),
  '/platform/sellerCenter/shopManage': sellerRoute('店铺管理'),
  '/platform/sellerCenter/storeManage': sellerRoute('库存管理'),
  '/platform/sellerCenter/tag-checkbox': sellerRoute('能力标签'),
  '/platform/sellerCenter/accountManage/baseInfo': sellerRoute('基本信息'),
  '/platform/accountChild': userRoute('子账号'),
  '/platform/roles': userRoute('角色权限'),
  '/platform/commonProblem/helpDetail': openRoute('问题详情', help),
  '/platform/commonProblem/helpList': openRoute('常见问题', help),
  '/platform/commonProblem/searchList': { ...openRoute('搜索帮助', help), noindex: true },
  '/platform/commonProblem': openRoute('帮助中心', help),
  '/platform/newGuide': openRoute('新手指南', help),
  '/platform/platformRules': openRoute('平台规则'),
  '/platform/helpCenter/acceptance': openRoute('交付与验收', help),
  '/platform/conf/buyerConf': userRoute('买家偏好设置'),
  '/platform/conf/sellerConf': sellerRoute('卖家偏好设置'),
  '/platform/mixins': { ...openRoute('帮助中心'), noindex: true },
} as const satisfies Readonly<Record<string, Route>>

/**
 * Pages beyond the specification: invitations, the comparison of listings, the structure search, quick orders, operator pages below /ops/,
 * and company pages in the centres.
 */
export const ownRoutes = {
  '/compare': unindexedRoute('对比'),
  '/login/invitation': hiddenRoute('企业邀请'),
  '/ops': userRoute('平台运营'),
  '/ops/actions': userRoute('操作记录'),
  '/ops/awards': userRoute('抽奖与奖品'),
  '/ops/bookings': userRoute('实地考察预约'),
  '/ops/categories': userRoute('分类'),
  '/ops/certification': userRoute('认证审核'),
  '/ops/claims': userRoute('企业认领'),
  '/ops/approvals': userRoute('双人确认'),
  '/ops/complaints': userRoute('举报处理'),
  '/ops/companies': userRoute('企业查询'),
  '/ops/declarations': userRoute('项目申报审核'),
  '/ops/demands': userRoute('需求审核'),
  '/ops/dictionaries': userRoute('字典、标签与热词'),
  '/ops/districts': userRoute('行政区'),
  '/ops/digital': userRoute('数字应用与方案'),
  '/ops/digitalJoins': userRoute('应用入驻申请'),
  '/ops/disputes': userRoute('订单争议'),
  '/ops/payouts': userRoute('货款打款'),
  '/ops/feedbacks': userRoute('帮助评价'),
  '/ops/fraudSigns': userRoute('风险线索'),
  '/ops/goods': userRoute('商品查询'),
  '/ops/listings': userRoute('商品与服务审核'),
  '/ops/live': userRoute('直播课程'),
  '/ops/matching': userRoute('对账差异'),
  '/ops/needs': userRoute('访客留言'),
  '/ops/news': userRoute('行业资讯维护'),
  '/ops/operators': userRoute('运营人员'),
  '/ops/orders': userRoute('订单查询'),
  '/ops/parks': userRoute('产业园区维护'),
  '/ops/payments': userRoute('付款查询'),
  '/ops/policies': userRoute('产业政策维护'),
  '/ops/projects': userRoute('申报项目维护'),
  '/ops/promotions': userRoute('推荐位'),
  '/ops/qualifications': userRoute('资质审核'),
  '/ops/reports': userRoute('月度报表'),
  '/ops/searches': userRoute('搜索词'),
  '/ops/searchKnowledge': userRoute('搜索知识'),
  '/ops/service': userRoute('平台客服'),
  '/ops/services': userRoute('服务查询'),
  '/ops/shops': userRoute('店铺查询'),
  '/ops/tenders': userRoute('需求查询'),
  '/ops/texts': userRoute('公告与帮助维护'),
  '/ops/users': userRoute('用户查询'),
  '/ops/visits': userRoute('访问统计'),
  '/ops/words': userRoute('词表'),
  '/platform/buyerAccount/complaints': userRoute('我的举报'),
  '/platform/buyerAccount/approvalRules': userRoute('审批规则'),
  '/platform/buyerAccount/matching': userRoute('对账'),
  '/platform/buyerAccount/budgets': userRoute('采购预算'),
  '/platform/buyerAccount/requisitions': userRoute('请购审批'),
  '/platform/buyerAccount/agreements': userRoute('框架与保密协议'),
  '/platform/buyerAccount/samples': userRoute('样品'),
  '/platform/buyerAccount/suppliers': userRoute('优选与停用供应商'),
  '/platform/buyerAccount/programmes': userRoute('研发项目'),
  '/platform/buyerAccount/openApi': userRoute('开放接口'),
  '/platform/buyerAccount/projectDeclare': userRoute('项目申报'),
  '/offline': unindexedRoute('离线'),
  '/search': unindexedRoute('搜索'),
  '/structure': openRoute('结构检索'),
  '/platform/buyerAccount/savedSearches': userRoute('保存的搜索'),
  '/platform/buyerAccount/statistics': userRoute('采购统计'),
  '/platform/buyerAccount/visits': userRoute('我的实地考察预约'),
  '/platform/report': unindexedRoute('举报'),
  '/developers': openRoute('开放接口文档', '开放接口,API,Webhook,ERP 对接'),
  '/developers/reference': hiddenRoute('接口参考'),
  '/platform/sellerCenter/openApi': userRoute('开放接口'),
  '/platform/sellerCenter/complaints': userRoute('我的举报'),
  '/platform/sellerCenter/matching': userRoute('对账'),
  '/platform/sellerCenter/agreements': userRoute('框架与保密协议'),
  '/platform/sellerCenter/samples': userRoute('样品'),
  '/platform/scan': userRoute('扫描样品'),
  '/platform/sellerCenter/statistics': userRoute('经营统计'),
  '/shop/quickOrder': userRoute('快速下单'),
} as const satisfies Readonly<Record<string, Route>>

/** A path of specification 2.1, or of a page beyond it. */
export type RoutePath = keyof typeof routes | keyof typeof ownRoutes

const table: ReadonlyMap<string, Route> = new Map(Object.entries({ ...routes, ...ownRoutes }))

/** The page at a path without query; a trailing slash is ignored. Undefined for an unknown page. */
export function findRoute(path: string): Route | undefined {
  return table.get(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)
}

/** Every path of specification 2.1, for tests and the sitemap. */
export const routePaths: readonly string[] = Object.keys(routes)
