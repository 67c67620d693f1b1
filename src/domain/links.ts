import { drugLinks } from './drug-links.ts'
import { at, byId, ofShop, to, type Id, type Query } from './link-parts.ts'
import { loginLinks } from './login-links.ts'
import { opsLinks } from './ops-links.ts'
import { ownPath } from './own-path.ts'
import { projectLinks } from './project-links.ts'

export { ownPath } from './own-path.ts'

/** What a service list can be asked for; pages may add filters of their own (region, price, sort, page). */
export type ServiceQuery = Query & {
  readonly keyword?: string | undefined
  /** Category of level 1 or 4. */
  readonly id?: Id | undefined
  readonly fieldLevel2Id?: Id | undefined
  readonly fieldLevel3Id?: Id | undefined
  /** Only the services of one shop. */
  readonly shopId?: Id | undefined
}
/** What a goods list can be asked for; `menuCheck` marks arrivals from the menu. */
export type GoodsQuery = Query & { readonly keyword?: string | undefined; readonly menuCheck?: true | undefined }
export type AgreementName = 'user' | 'privacy' | 'supplier'
export type AboutTarget = 'intro' | 'annouce' | 'cooperation' | 'contact'

/** The only place where addresses are made: one function a page, query names as specification 2.1 has them. */
export const links = {
  home: loginLinks.home,
  about: (target?: AboutTarget) => to('/about', { target }),
  announcements: at('/about/annouce'),
  announcement: byId('/about/annouceDetail'),
  contact: at('/about/contact'),
  cooperation: at('/about/cooperation'),
  intro: at('/about/intro'),
  brandCenter: at('/brandCenter'),
  demandHall: at('/demandHall'),
  addDemand: at('/demandHall/addDemand'),
  demandDetail: (demandId: Id) => to('/demandHall/detail', { demandId }),
  makeOffer: (demandId: Id) => to('/demandHall/offer', { demandId }),
  demandTemplates: at('/demandHall/template'),
  help: at('/help'),
  industryLeader: at('/industryLeader'),
  goodsHall: at('/marketHall'),
  goodsList: (query?: GoodsQuery) => to('/marketHall/market', query),
  goodsListPreview: at('/marketHall/marketConf'),
  goodsDetail: (productNo: Id) => to('/marketHall/marketDetails', { productNo }),
  goodsDetailPreview: (productNo: Id) => to('/marketHall/marketDetailsConf', { productNo }),
  serviceHall: (query?: ServiceQuery) => to('/serviceHall', query),
  serviceList: (query?: ServiceQuery) => to('/serviceHall/service', query),
  serviceListPreview: at('/serviceHall/serviceConf'),
  serviceDetail: (serviceId: Id) => to('/serviceHall/serviceDetails', { serviceId }),
  serviceDetailPreview: (serviceId: Id) => to('/serviceHall/serviceDetailsConf', { serviceId }),
  address: (id?: Id) => to('/shop/AddressAdd', { id }),
  /** `added` is what was put in, as `wishWord` writes it. */
  addedToCart: (added?: Id) => to('/shop/CarNum', { added }),
  /** The cart's chosen items, or `direct` alone, as `wishWord` writes it. */
  confirmOrder: (direct?: Id) => to('/shop/confirmOrder', { direct }),
  /** What a submit made is paid together; `payment` is the one a gateway sends its payer back from. */
  payOrder: (groupId: Id, payment?: Id) => to('/shop/payOrder', { id: groupId, payment }),
  /** What is open of one order. */
  payOneOrder: (order: Id, payment?: Id) => to('/shop/payOrder', { order, payment }),
  cart: at('/shop/shopCar'),
  chat: at('/chat'),
  chatMinimal: at('/chat/mqtt.min'),
  digitalStore: at('/digitalApplication'),
  digitalApps: at('/digitalApplication/app'),
  digitalApp: byId('/digitalApplication/appDetail'),
  digitalSolutionApp: byId('/digitalApplication/applicationDetail'),
  digitalAppList: at('/digitalApplication/applicationList'),
  digitalCooperation: at('/digitalApplication/cooperation'),
  digitalJoin: at('/digitalApplication/joinNow'),
  digitalSolutions: at('/digitalApplication/solution'),
  digitalSolution: byId('/digitalApplication/solutionDetail'),
  ...drugLinks,
  live: at('/livemanger'),
  liveClass: byId('/livemanger/detail'),
  luckDraw: at('/luckDraw'),
  luckDrawAwards: at('/luckDraw/award'),
  luckDrawCurrent: at('/luckDraw/current'),
  luckDrawWinners: at('/luckDraw/win'),
  liveTools: at('/numberLink'),
  recommendedSuppliers: at('/recommendedSuppliers'),
  recommendedArticle: byId('/recommendedSuppliers/articleDetails'),
  recommendedByTheme: at('/recommendedSuppliers/supplier'),
  recommendedTop: at('/recommendedSuppliers/topSearch'),
  registrationList: at('/registration'),
  registrationDetail: byId('/registration/detail'),
  screen: at('/screen'),
  screenNew: at('/screen/new'),
  screenDemandMap: at('/screen/test'),
  screenTrade: at('/screen/test1'),
  screenSuppliers: at('/screen/test2'),
  screenImages: at('/screen/test_img'),
  technicalShop: at('/servicefind'),
  technicalList: at('/servicefind/list'),
  shopList: (query?: Query & { readonly keyword?: string | undefined }) => to('/shopList', query),
  supermarket: at('/supermarket'),
  shopHome: ofShop('/supplier/home'),
  shopBrief: ofShop('/supplier/brief'),
  shopGoods: ofShop('/supplier/goods'),
  shopGoodsPreview: ofShop('/supplier/goodsConf'),
  shopServices: ofShop('/supplier/service'),
  shopServicesPreview: ofShop('/supplier/serviceConf'),
  supplyChain: at('/supplierChain'),
  /** The users' agreement unless told. */
  agreement: (doc?: AgreementName) => to('/login/agreement', { doc }),
  login: loginLinks.login,
  /** After an operator's session that was not used: the page says so. */
  loginIdle: (redirect: string) => to('/login/login', { idle: true, redirect: ownPath(redirect) }),
  /** With an invitation's code the new account joins the company that invites. */
  register: (
    redirect?: string,
    as: { readonly type?: 'supplier' | undefined; readonly invite?: string | undefined } = {},
  ) => to('/login/register', { ...as, redirect: ownPath(redirect) }),
  resetPassword: loginLinks.resetPassword,
  /** Where somebody answers an invitation to be a sub-account. */
  invitation: (token: string) => to('/login/invitation', { token }),
  buyerCenter: at('/platform/buyerAccount'),
  buyerSubAccounts: at('/platform/buyerAccount/accountChildManage'),
  buyerAccount: at('/platform/buyerAccount/accountInfo'),
  /** Tab 1 favourite resources, 2 followed shops. */
  collection: (tab: 1 | 2) => to('/platform/buyerAccount/collection', { tab }),
  buyerGoods: at('/platform/buyerAccount/goodsManage'),
  /** What one asked about services and goods. */
  buyerInquiries: () => to('/platform/buyerAccount/goodsManage', { tab: 'inquiry' }),
  ...projectLinks,
  buyerDesk: at('/platform/buyerAccount/isDesk'),
  buyerLiveFavourites: at('/platform/buyerAccount/liveCollectionList'),
  buyerLive: at('/platform/buyerAccount/liveList'),
  buyerLiveScore: at('/platform/buyerAccount/liveMyScore'),
  buyerMessages: at('/platform/buyerAccount/messageList'),
  buyerOrder: byId('/platform/buyerAccount/orderDetail'),
  buyerOrders: at('/platform/buyerAccount/orderManage'),
  buyerAddDemand: at('/platform/buyerAccount/requirementAdd'),
  buyerDemand: (demandId: Id) => to('/platform/buyerAccount/requirementDetail', { demandId }),
  buyerDemands: at('/platform/buyerAccount/requirementManage'),
  /** Confirming the order that an offer would become. */
  buyerConfirmOffer: (offerId: Id) => to('/platform/buyerAccount/requirementOrder', { offerId }),
  buyerOfferOrder: (orderId: Id) => to('/platform/buyerAccount/requirementOrder', { orderId }),
  buyerRoles: at('/platform/buyerAccount/rolesManage'),
  buyerSecurity: at('/platform/buyerAccount/securityManage'),
  sellerCenter: loginLinks.sellerCenter,
  sellerSubAccounts: at('/platform/sellerCenter/accountChildManage'),
  sellerAccount: at('/platform/sellerCenter/accountInfo'),
  sellerGoods: at('/platform/sellerCenter/goodsManage'),
  /** The form of goods on their list's path: with an id one is edited, without a new one is published. */
  sellerEditGoods: (productId?: Id) =>
    to('/platform/sellerCenter/goodsManage', productId === undefined ? { new: 1 } : { edit: productId }),
  /** What buyers asked about one's services and goods. */
  sellerInquiries: () => to('/platform/sellerCenter/goodsManage', { tab: 'inquiry' }),
  sellerDesk: at('/platform/sellerCenter/isDesk'),
  sellerLiveFavourites: at('/platform/sellerCenter/liveCollectionList'),
  sellerLive: at('/platform/sellerCenter/liveList'),
  sellerLiveScore: at('/platform/sellerCenter/liveMyScore'),
  sellerMessages: at('/platform/sellerCenter/messageList'),
  sellerOffer: byId('/platform/sellerCenter/offerDetail'),
  /** The offer of the own company on a demand, a new one where it has none. */
  sellerEditOffer: (demandId: Id) => to('/platform/sellerCenter/offerEdit', { demandId }),
  sellerOffers: at('/platform/sellerCenter/offerManage'),
  /** Demands found for the shop, and what it waits for; conditions fill in a new subscription. */
  sellerMatches: () => to('/platform/sellerCenter/offerManage', { tab: 'match' }),
  sellerSubscriptions: (conditions: Query = {}) =>
    to('/platform/sellerCenter/offerManage', { tab: 'subscription', ...conditions }),
  sellerConfirmOrder: byId('/platform/sellerCenter/orderConfirm'),
  sellerOrder: byId('/platform/sellerCenter/orderDetail'),
  sellerOrders: at('/platform/sellerCenter/orderManage'),
  sellerReceivedPayments: () => to('/platform/sellerCenter/orderManage', { view: 'payments' }),
  sellerRoles: at('/platform/sellerCenter/rolesManage'),
  sellerSecurity: at('/platform/sellerCenter/securityManage'),
  /** Without an id a new service is published, with one it is edited. */
  sellerEditService: (serviceId?: Id) => to('/platform/sellerCenter/serverAdd', { serviceId }),
  sellerServices: at('/platform/sellerCenter/serverMng'),
  sellerOpenShop: at('/platform/sellerCenter/shopAdd'),
  sellerShopImages: at('/platform/sellerCenter/shopImgManage'),
  sellerShop: at('/platform/sellerCenter/shopManage'),
  sellerStock: at('/platform/sellerCenter/storeManage'),
  sellerTags: at('/platform/sellerCenter/tag-checkbox'),
  sellerBaseInfo: at('/platform/sellerCenter/accountManage/baseInfo'),
  subAccounts: at('/platform/accountChild'),
  roles: at('/platform/roles'),
  helpArticle: byId('/platform/commonProblem/helpDetail'),
  helpList: (id: Id, name?: string) => to('/platform/commonProblem/helpList', { id, name }),
  helpSearch: (keyword?: string) => to('/platform/commonProblem/searchList', { keyword }),
  helpCenter: at('/platform/commonProblem'),
  newGuide: at('/platform/newGuide'),
  /** 1 trading rules, 2 privacy policy. */
  platformRules: (id: 1 | 2) => to('/platform/platformRules', { id }),
  acceptance: at('/platform/helpCenter/acceptance'),
  buyerPreferences: at('/platform/conf/buyerConf'),
  sellerPreferences: at('/platform/conf/sellerConf'),
  mixins: at('/platform/mixins'),
  ...opsLinks,
  /** What a browser installs the site by. */
  manifest: () => '/manifest.webmanifest',
  /** SMS and mail that would have gone out; only where DEMO is on, and so no page of the specification. */
  demoOutbox: () => '/demo/outbox',
  /** Cash desk of the demo's own payment gateway; the ticket is signed. */
  demoPay: (ticket: string) => `/demo/pay?ticket=${ticket}`,
} as const
