/** The six layouts of specification 2.2. */
export type LayoutName = 'default' | 'home' | 'none' | 'shop-list' | 'supplier' | 'supplier-chain'
/** Who may open a page: anyone; anyone signed in; sellers (a non-seller is led to becoming one). */
export type Audience = 'all' | 'user' | 'seller'

/** One page of specification 2.1. Whether it is built is told by its file in src/pages, not here. */
export type Route = {
  readonly layout: LayoutName
  readonly who: Audience
  readonly title: string
  readonly keywords?: string
  readonly noindex?: true
}

const open = (title: string, keywords?: string): Route =>
  keywords === undefined ? { layout: 'default', who: 'all', title } : { layout: 'default', who: 'all', title, keywords }
const hidden = (title: string): Route => ({ layout: 'none', who: 'all', title, noindex: true })
const screen = (title: string): Route => ({ layout: 'none', who: 'all', title })
const shop = (title: string): Route => ({ layout: 'supplier', who: 'all', title })
const user = (title: string): Route => ({ layout: 'default', who: 'user', title, noindex: true })
const seller = (title: string): Route => ({ layout: 'default', who: 'seller', title, noindex: true })

const digital = '数字应用,药企数字化,实验室信息管理,数字应用商店'
const help = '帮助中心,常见问题,使用指南'
const login = '登录,注册,企业认证'
const registration = '注册申报,注册检验,医疗器械检测,药品注册'
const technical = '技术服务商店,药学研究,分析检测,CRO,CDMO'

/** All 136 pages, in the order of spec/routes.txt. */
export const routes = {
  '/': { layout: 'home', who: 'all', title: '首页' },
  '/about': open('关于我们'),
  '/about/annouce': open('平台公告'),
  '/about/annouceDetail': open('公告详情'),
  '/about/contact': open('联系我们'),
  '/about/cooperation': open('商务合作'),
  '/about/intro': open('平台介绍'),
  '/brandCenter': { ...open('品牌中心'), noindex: true },
  '/demandHall': open('需求大厅'),
  '/demandHall/addDemand': user('发布需求'),
  '/demandHall/detail': open('需求详情'),
  '/demandHall/offer': seller('参与报价'),
  '/demandHall/template': user('需求模板'),
  '/help': { ...open('帮助', help), noindex: true },
  '/industryLeader': open('行业领军企业'),
  '/marketHall': open('研发采购'),
  '/marketHall/market': open('商品列表'),
  '/marketHall/marketConf': seller('商品列表预览'),
  '/marketHall/marketDetails': open('商品详情'),
  '/marketHall/marketDetailsConf': seller('商品预览'),
  '/serviceHall': open('研发服务'),
  '/serviceHall/service': open('服务列表'),
  '/serviceHall/serviceConf': seller('服务列表预览'),
  '/serviceHall/serviceDetails': open('服务详情'),
  '/serviceHall/serviceDetailsConf': seller('服务预览'),
  '/shop/AddressAdd': user('收货地址'),
  '/shop/CarNum': user('已加入购物车'),
  '/shop/confirmOrder': user('确认订单'),
  '/shop/payOrder': user('支付订单'),
  '/shop/shopCar': user('购物车'),
  '/chat': { layout: 'none', who: 'user', title: '在线客服', noindex: true },
  '/chat/mqtt.min': { layout: 'none', who: 'user', title: '在线客服', noindex: true },
  '/digitalApplication': open('数字应用商店', digital),
  '/digitalApplication/app': open('数字应用', digital),
  '/digitalApplication/appDetail': open('应用详情', digital),
  '/digitalApplication/applicationDetail': open('方案应用详情', digital),
  '/digitalApplication/applicationList': open('应用列表', digital),
  '/digitalApplication/cooperation': open('数字应用合作', digital),
  '/digitalApplication/joinNow': open('入驻数字应用商店', digital),
  '/digitalApplication/solution': open('解决方案', digital),
  '/digitalApplication/solutionDetail': open('解决方案详情', digital),
  '/drug': open('药械产业'),
  '/drug/information': open('行业资讯'),
  '/drug/park': open('药械选址'),
  '/drug/park/detail': open('园区详情'),
  '/drug/policies': open('产业政策'),
  '/drug/siteselection': open('选址对比'),
  '/livemanger': open('药械直播课堂'),
  '/livemanger/detail': open('课程详情'),
  '/luckDraw': user('幸运抽奖'),
  '/luckDraw/award': user('我的奖品'),
  '/luckDraw/current': open('本期抽奖'),
  '/luckDraw/win': open('中奖名单'),
  '/numberLink': open('直播工具'),
  '/recommendedSuppliers': open('推荐供应商'),
  '/recommendedSuppliers/articleDetails': open('供应商专题文章'),
  '/recommendedSuppliers/supplier': open('专题供应商'),
  '/recommendedSuppliers/topSearch': open('热搜供应商'),
  '/registration': open('注册与检测', registration),
  '/registration/detail': open('注册与检测服务详情', registration),
  '/screen': screen('数据大屏'),
  '/screen/new': screen('数据大屏新版'),
  '/screen/test': screen('需求分布'),
  '/screen/test1': screen('交易趋势'),
  '/screen/test2': screen('供应商分布'),
  '/screen/test_img': screen('图片墙'),
  '/servicefind': open('技术服务商店', technical),
  '/servicefind/list': open('技术服务列表', technical),
  '/shopList': { layout: 'shop-list', who: 'all', title: '供应商' },
  '/supermarket': open('科研超市'),
  '/supplier/brief': shop('店铺简介'),
  '/supplier/goods': shop('全部商品'),
  '/supplier/goodsConf': { layout: 'supplier', who: 'seller', title: '店铺商品预览', noindex: true },
  '/supplier/home': shop('店铺首页'),
  '/supplier/service': shop('技术服务'),
  '/supplier/serviceConf': { layout: 'supplier', who: 'seller', title: '店铺服务预览', noindex: true },
  '/supplierChain': { layout: 'supplier-chain', who: 'all', title: '供应链服务' },
  '/login/agreement': { layout: 'none', who: 'all', title: '用户协议', keywords: login },
  '/login/login': { ...hidden('登录'), keywords: login },
  '/login/register': { ...hidden('免费注册'), keywords: login },
  '/login/resetPassword': { ...hidden('重置密码'), keywords: login },
  '/platform/buyerAccount': user('买家中心'),
  '/platform/buyerAccount/accountChildManage': user('子账号'),
  '/platform/buyerAccount/accountInfo': user('账号与企业'),
  '/platform/buyerAccount/collection': user('收藏与关注'),
  '/platform/buyerAccount/goodsManage': user('采购商品'),
  '/platform/buyerAccount/isDesk': user('工作台'),
  '/platform/buyerAccount/liveCollectionList': user('收藏课程'),
  '/platform/buyerAccount/liveList': user('我的课程'),
  '/platform/buyerAccount/liveMyScore': user('课程积分'),
  '/platform/buyerAccount/messageList': user('消息中心'),
  '/platform/buyerAccount/orderDetail': user('订单详情'),
  '/platform/buyerAccount/orderManage': user('我的订单'),
  '/platform/buyerAccount/requirementAdd': user('发布需求'),
  '/platform/buyerAccount/requirementDetail': user('需求与报价'),
  '/platform/buyerAccount/requirementManage': user('我的需求'),
  '/platform/buyerAccount/requirementOrder': user('报价订单'),
  '/platform/buyerAccount/rolesManage': user('角色权限'),
  '/platform/buyerAccount/securityManage': user('安全设置'),
  '/platform/sellerCenter': seller('卖家中心'),
  '/platform/sellerCenter/accountChildManage': seller('子账号'),
  '/platform/sellerCenter/accountInfo': seller('账号与企业'),
  '/platform/sellerCenter/goodsManage': seller('商品管理'),
  '/platform/sellerCenter/isDesk': seller('工作台'),
  '/platform/sellerCenter/liveCollectionList': seller('收藏课程'),
  '/platform/sellerCenter/liveList': seller('店铺课程'),
  '/platform/sellerCenter/liveMyScore': seller('课程积分'),
  '/platform/sellerCenter/messageList': seller('消息中心'),
  '/platform/sellerCenter/offerDetail': seller('报价详情'),
  '/platform/sellerCenter/offerEdit': seller('编辑报价'),
  '/platform/sellerCenter/offerManage': seller('我的报价'),
  '/platform/sellerCenter/orderConfirm': seller('确认接单'),
  '/platform/sellerCenter/orderDetail': seller('订单详情'),
  '/platform/sellerCenter/orderManage': seller('订单管理'),
  '/platform/sellerCenter/rolesManage': seller('角色权限'),
  '/platform/sellerCenter/securityManage': seller('安全设置'),
  '/platform/sellerCenter/serverAdd': seller('发布服务'),
  '/platform/sellerCenter/serverMng': seller('服务管理'),
  '/platform/sellerCenter/shopAdd': seller('开通店铺'),
  '/platform/sellerCenter/shopImgManage': seller('店铺图片'),
  '/platform/sellerCenter/shopManage': seller('店铺管理'),
  '/platform/sellerCenter/storeManage': seller('库存管理'),
  '/platform/sellerCenter/tag-checkbox': seller('能力标签'),
  '/platform/sellerCenter/accountManage/baseInfo': seller('基本信息'),
  '/platform/accountChild': user('子账号'),
  '/platform/roles': user('角色权限'),
  '/platform/commonProblem/helpDetail': open('问题详情', help),
  '/platform/commonProblem/helpList': open('常见问题', help),
  '/platform/commonProblem/searchList': { ...open('搜索帮助', help), noindex: true },
  '/platform/commonProblem': open('帮助中心', help),
  '/platform/newGuide': open('新手指南', help),
  '/platform/platformRules': open('平台规则'),
  '/platform/helpCenter/acceptance': open('交付与验收', help),
  '/platform/conf/buyerConf': user('买家偏好设置'),
  '/platform/conf/sellerConf': seller('卖家偏好设置'),
  '/platform/mixins': { ...open('帮助中心'), noindex: true },
} as const satisfies Readonly<Record<string, Route>>

/** Pages of our own: those of the people who run the platform below /ops/, those of a company in its centre. */
export const ownRoutes = {
  '/ops/awards': user('抽奖与奖品'),
  '/ops/bookings': user('看场预约'),
  '/ops/certification': user('认证审核'),
  '/ops/declarations': user('项目申报审核'),
  '/ops/demands': user('需求审核'),
  '/ops/digitalJoins': user('应用入驻申请'),
  '/ops/disputes': user('订单争议'),
  '/ops/feedbacks': user('帮助评价'),
  '/ops/listings': user('商品与服务审核'),
  '/ops/live': user('直播课程'),
  '/ops/needs': user('访客留言'),
  '/ops/promotions': user('推荐与分类'),
  '/ops/qualifications': user('资质审核'),
  '/ops/service': user('平台客服'),
  '/ops/visits': user('访问统计'),
  '/platform/buyerAccount/projectDeclare': user('项目申报'),
  '/platform/buyerAccount/visits': user('我的看场预约'),
} as const satisfies Readonly<Record<string, Route>>

/** A path of specification 2.1, or one of our own. */
export type RoutePath = keyof typeof routes | keyof typeof ownRoutes

const table: ReadonlyMap<string, Route> = new Map(Object.entries({ ...routes, ...ownRoutes }))

/** The page at a path, without query; a slash at the end is ignored. Undefined for an unknown page. */
export function routeOf(path: string): Route | undefined {
  return table.get(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)
}

/** Every path of specification 2.1, for tests and the sitemap. */
export const routePaths: readonly string[] = Object.keys(routes)
