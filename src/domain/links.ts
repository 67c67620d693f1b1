import { type Id, linkAt, linkById, linkTo, linkToShop, type Query } from './link-parts.ts'
import { loginLinks } from './login-links.ts'
import type { ComplaintKind } from './operations/complaints.ts'
import { ownPath } from './own-path.ts'

/** Links of the section /drug: news, policies, parks, and park comparison. */
export const contentLinks = {
  drug: linkAt('/drug'),
  news: linkAt('/drug/information'),
  newsPiece: linkById('/drug/information'),
  parks: linkAt('/drug/park'),
  park: linkById('/drug/park/detail'),
  policies: linkAt('/drug/policies'),
  policy: linkById('/drug/policies'),
  /** `parks` are the ids to compare, joined by commas; `book` is the park to book a visit of. */
  siteSelection: linkAt('/drug/siteselection'),
  /** Park visits requested by the person. */
  buyerVisits: linkAt('/platform/buyerAccount/visits'),
} as const

/** Pages of operators. */
export const opsLinks = {
  ops: linkAt('/ops'),
  /** Actions of operators; `before` is the place in the chain where the page begins. */
  platformActions: linkAt('/ops/actions'),
  operators: linkAt('/ops/operators'),
  /** Lists of records by `keyword` and `before`; with `id` the page of one. */
  opsUsers: linkAt('/ops/users'),
  opsCompanies: linkAt('/ops/companies'),
  opsShops: linkAt('/ops/shops'),
  opsServices: linkAt('/ops/services'),
  opsGoods: linkAt('/ops/goods'),
  opsTenders: linkAt('/ops/tenders'),
  opsOrders: linkAt('/ops/orders'),
  opsPayments: linkAt('/ops/payments'),
  awardShipping: linkAt('/ops/awards'),
  bookings: linkAt('/ops/bookings'),
  certificationReviews: linkAt('/ops/certification'),
  claimReviews: linkAt('/ops/claims'),
  declarationReviews: linkAt('/ops/declarations'),
  demandReviews: linkAt('/ops/demands'),
  digitalJoins: linkAt('/ops/digitalJoins'),
  listingReviews: linkAt('/ops/listings'),
  liveReviews: linkAt('/ops/live'),
  /** Lists of content edited by operators; `edit` opens the form, of a new item or of the one with this id. */
  opsDigital: linkAt('/ops/digital'),
  opsNews: linkAt('/ops/news'),
  /** Announcements, help, rules and guides, links; `part` chooses. */
  opsTexts: linkAt('/ops/texts'),
  opsSearches: linkAt('/ops/searches'),
  /** With `add`, the form of a new line about a term. */
  opsSearchKnowledge: linkAt('/ops/searchKnowledge'),
  opsParks: linkAt('/ops/parks'),
  opsPolicies: linkAt('/ops/policies'),
  opsProjects: linkAt('/ops/projects'),
  disputes: linkAt('/ops/disputes'),
  opsPayouts: linkAt('/ops/payouts'),
  /** Exceptions of matched orders by `status`, `kind` and `keyword`. */
  opsMatching: linkAt('/ops/matching'),
  helpFeedbacks: linkAt('/ops/feedbacks'),
  /** Complaints by `status` and `kind`; with `id` one case. */
  approvals: linkAt('/ops/approvals'),
  complaints: linkAt('/ops/complaints'),
  fraudSigns: linkAt('/ops/fraudSigns'),
  monthlyReports: linkAt('/ops/reports'),
  moderationWords: linkAt('/ops/words'),
  needs: linkAt('/ops/needs'),
  opsCategories: linkAt('/ops/categories'),
  opsDictionaries: linkAt('/ops/dictionaries'),
  opsDistricts: linkAt('/ops/districts'),
  promotions: linkAt('/ops/promotions'),
  qualificationReviews: linkAt('/ops/qualifications'),
  /** Support console for agents; service hours for operators. */
  supportConsole: linkAt('/ops/service'),
  visitFigures: (days?: Id) => linkTo('/ops/visits', { days }),
} as const

const path = '/platform/buyerAccount/projectDeclare'

/** Links of project declarations, on one page of the buyer centre. */
export const projectLinks = {
  buyerDeclarations: linkAt(path),
  buyerDeclaration: linkById(path),
  /** Form of a draft or returned declaration. */
  buyerEditDeclaration: (id: Id) => linkTo(path, { edit: id }),
  /** List of calls for projects, or one of them. */
  govProjects: () => linkTo(path, { tab: 'project' }),
  govProject: (projectId: Id) => linkTo(path, { projectId }),
  /** Form of a new declaration for a call. */
  buyerDeclare: (projectId: Id) => linkTo(path, { declare: projectId }),
} as const

export { ownPath } from './own-path.ts'

/** Query parameters of a service list; pages may add further filters (region, price, sort, page). */
export type ServiceQuery = Query & {
  readonly keyword?: string | undefined
  /** Category of level 1 or 4. */
  readonly id?: Id | undefined
  readonly fieldLevel2Id?: Id | undefined
  readonly fieldLevel3Id?: Id | undefined
  /** Only the services of one shop. */
  readonly shopId?: Id | undefined
}
/** Query parameters of a goods list; `menuCheck` marks visits from the menu. */
export type GoodsQuery = Query & { readonly keyword?: string | undefined; readonly menuCheck?: true | undefined }
export type AgreementName = 'user' | 'privacy' | 'supplier'
export type AboutTarget = 'intro' | 'annouce' | 'cooperation' | 'contact'

/** The only place that builds URLs: one function per page, query names of specification 2.1. */
export const links = {
  home: loginLinks.home,
  about: (target?: AboutTarget) => linkTo('/about', { target }),
  announcements: linkAt('/about/annouce'),
  announcement: linkById('/about/annouceDetail'),
  contact: linkAt('/about/contact'),
  cooperation: linkAt('/about/cooperation'),
  intro: linkAt('/about/intro'),
  brandCenter: linkAt('/brandCenter'),
  demandHall: linkAt('/demandHall'),
  addDemand: linkAt('/demandHall/addDemand'),
  demandDetail: (demandId: Id) => linkTo('/demandHall/detail', { demandId }),
  makeOffer: (demandId: Id) => linkTo('/demandHall/offer', { demandId }),
  demandTemplates: linkAt('/demandHall/template'),
  help: linkAt('/help'),
  industryLeader: linkAt('/industryLeader'),
  goodsHall: linkAt('/marketHall'),
  goodsList: (query?: GoodsQuery) => linkTo('/marketHall/market', query),
  goodsListPreview: linkAt('/marketHall/marketConf'),
  goodsDetail: (productNo: Id) => linkTo('/marketHall/marketDetails', { productNo }),
  goodsDetailPreview: (productNo: Id) => linkTo('/marketHall/marketDetailsConf', { productNo }),
  serviceHall: (query?: ServiceQuery) => linkTo('/serviceHall', query),
  serviceList: (query?: ServiceQuery) => linkTo('/serviceHall/service', query),
  serviceListPreview: linkAt('/serviceHall/serviceConf'),
  serviceDetail: (serviceId: Id) => linkTo('/serviceHall/serviceDetails', { serviceId }),
  serviceDetailPreview: (serviceId: Id) => linkTo('/serviceHall/serviceDetailsConf', { serviceId }),
  address: (id?: Id) => linkTo('/shop/AddressAdd', { id }),
  /** `added` is the added item, serialized by `serializeCartRequest`. */
  addedToCart: (added?: Id) => linkTo('/shop/CarNum', { added }),
  /** The selected cart items, or only `direct`, serialized by `serializeCartRequest`. */
  confirmOrder: (direct?: Id) => linkTo('/shop/confirmOrder', { direct }),
  confirmCallOff: (callOff: string) => linkTo('/shop/confirmOrder', { callOff }),
  /** Pays the orders of one submission together; `payment` is the payment on return from a gateway. */
  payOrder: (groupId: Id, payment?: Id) => linkTo('/shop/payOrder', { id: groupId, payment }),
  /** Pays the open amount of one order. */
  payOneOrder: (order: Id, payment?: Id) => linkTo('/shop/payOrder', { order, payment }),
  /** Pays the open amounts of several orders; `ids` joined by commas. */
  payOrders: (ids: Id, payment?: Id) => linkTo('/shop/payOrder', { orders: ids, payment }),
  cart: linkAt('/shop/shopCar'),
  /** Ordering from a pasted list of CAS and catalogue numbers. */
  quickOrder: linkAt('/shop/quickOrder'),
  /** Goods by structure; begins with that of the goods `productNo`. A structure itself is in no address. */
  structureSearch: (productNo?: Id) => linkTo('/structure', { productNo }),
  /** `kind` is service or goods, `ids` up to four service ids or product numbers, joined by commas. */
  compare: linkAt('/compare'),
  chat: linkAt('/chat'),
  /** One conversation of the person. */
  conversation: (talk: Id) => linkTo('/chat', { talk }),
  chatMinimal: linkAt('/chat/mqtt.min'),
  digitalStore: linkAt('/digitalApplication'),
  digitalApps: linkAt('/digitalApplication/app'),
  digitalApp: linkById('/digitalApplication/appDetail'),
  digitalSolutionApp: linkById('/digitalApplication/applicationDetail'),
  digitalAppList: linkAt('/digitalApplication/applicationList'),
  digitalCooperation: linkAt('/digitalApplication/cooperation'),
  digitalJoin: linkAt('/digitalApplication/joinNow'),
  digitalSolutions: linkAt('/digitalApplication/solution'),
  digitalSolution: linkById('/digitalApplication/solutionDetail'),
  ...contentLinks,
  live: linkAt('/livemanger'),
  liveClass: linkById('/livemanger/detail'),
  luckDraw: linkAt('/luckDraw'),
  luckDrawAwards: linkAt('/luckDraw/award'),
  luckDrawCurrent: linkAt('/luckDraw/current'),
  luckDrawWinners: linkAt('/luckDraw/win'),
  liveTools: linkAt('/numberLink'),
  recommendedSuppliers: linkAt('/recommendedSuppliers'),
  recommendedArticle: linkById('/recommendedSuppliers/articleDetails'),
  recommendedByTheme: linkAt('/recommendedSuppliers/supplier'),
  recommendedTop: linkAt('/recommendedSuppliers/topSearch'),
  registrationList: linkAt('/registration'),
  registrationDetail: linkById('/registration/detail'),
  screen: linkAt('/screen'),
  screenNew: linkAt('/screen/new'),
  screenDemandMap: linkAt('/screen/test'),
  screenTrade: linkAt('/screen/test1'),
  screenSuppliers: linkAt('/screen/test2'),
  screenImages: linkAt('/screen/test_img'),
  technicalShop: linkAt('/servicefind'),
  technicalList: linkAt('/servicefind/list'),
  /** Everything that is found for a keyword: the best of each kind. */
  search: linkAt('/search'),
  shopList: (query?: Query & { readonly keyword?: string | undefined }) => linkTo('/shopList', query),
  supermarket: linkAt('/supermarket'),
  shopHome: linkToShop('/supplier/home'),
  shopBrief: linkToShop('/supplier/brief'),
  shopGoods: linkToShop('/supplier/goods'),
  shopGoodsPreview: linkToShop('/supplier/goodsConf'),
  shopServices: linkToShop('/supplier/service'),
  shopServicesPreview: linkToShop('/supplier/serviceConf'),
  supplyChain: linkAt('/supplierChain'),
  /** Agreement page; the users' agreement by default. */
  agreement: (doc?: AgreementName) => linkTo('/login/agreement', { doc }),
  login: loginLinks.login,
  /** Login page with a notice that an idle operator session has ended. */
  loginIdle: (redirect: string) => linkTo('/login/login', { idle: true, redirect: ownPath(redirect) }),
  /** Registration; with an invitation code the new account joins the inviting company. */
  register: (
    redirect?: string,
    as: { readonly type?: 'supplier' | undefined; readonly invite?: string | undefined } = {},
  ) => linkTo('/login/register', { ...as, redirect: ownPath(redirect) }),
  resetPassword: loginLinks.resetPassword,
  /** Page for answering an invitation to become a sub-account. */
  invitation: (token: string) => linkTo('/login/invitation', { token }),
  buyerCenter: linkAt('/platform/buyerAccount'),
  buyerSubAccounts: linkAt('/platform/buyerAccount/accountChildManage'),
  buyerAccount: linkAt('/platform/buyerAccount/accountInfo'),
  /** Tab 1 favourite resources, 2 followed shops. */
  collection: (tab: 1 | 2) => linkTo('/platform/buyerAccount/collection', { tab }),
  buyerGoods: linkAt('/platform/buyerAccount/goodsManage'),
  /** Own inquiries about services and goods. */
  buyerInquiries: () => linkTo('/platform/buyerAccount/goodsManage', { tab: 'inquiry' }),
  ...projectLinks,
  buyerDashboard: linkAt('/platform/buyerAccount/isDesk'),
  savedSearches: linkAt('/platform/buyerAccount/savedSearches'),
  /** Opens the list of a saved search and notes that its new results were seen. */
  savedSearch: (open: Id) => linkTo('/platform/buyerAccount/savedSearches', { open }),
  buyerLiveFavourites: linkAt('/platform/buyerAccount/liveCollectionList'),
  buyerLive: linkAt('/platform/buyerAccount/liveList'),
  buyerLiveScore: linkAt('/platform/buyerAccount/liveMyScore'),
  buyerMessages: linkAt('/platform/buyerAccount/messageList'),
  buyerOrder: linkById('/platform/buyerAccount/orderDetail'),
  buyerOrders: linkAt('/platform/buyerAccount/orderManage'),
  /** Match of acceptance, payment, voucher and invoice. */
  buyerMatching: linkAt('/platform/buyerAccount/matching'),
  buyerStatistics: linkAt('/platform/buyerAccount/statistics'),
  /** `scope` is waiting, handled, mine or all. */
  buyerBudgets: () => linkTo('/platform/buyerAccount/budgets'),
  buyerBudget: linkById('/platform/buyerAccount/budgets'),
  buyerRequisitions: (query?: { readonly scope?: string }) => linkTo('/platform/buyerAccount/requisitions', query),
  buyerRequisition: linkById('/platform/buyerAccount/requisitions'),
  /** `partner`: supplier of a new agreement. */
  buyerAgreements: (query?: { readonly kind?: string; readonly partner?: Id }) =>
    linkTo('/platform/buyerAccount/agreements', query),
  buyerAgreement: linkById('/platform/buyerAccount/agreements'),
  /** `view` = sensors: the sensors of the company. */
  buyerSamples: (query?: { readonly view?: string; readonly stopped?: boolean }) =>
    linkTo('/platform/buyerAccount/samples', query),
  buyerSample: linkById('/platform/buyerAccount/samples'),
  buyerShipment: (shipment: Id) => linkTo('/platform/buyerAccount/samples', { shipment }),
  /** What the QR code of a label opens. */
  scanSample: (code?: string) => linkTo('/platform/scan', { code }),
  /** `orgId` opens the form for that supplier. */
  supplierMarks: (query?: { readonly orgId?: Id | undefined }) => linkTo('/platform/buyerAccount/suppliers', query),
  approvalRules: linkAt('/platform/buyerAccount/approvalRules'),
  /** R&D programmes of the company that the person may see; with `id` one of them, `tab` a section of it. */
  buyerProgrammes: linkAt('/platform/buyerAccount/programmes'),
  buyerProgramme: linkById('/platform/buyerAccount/programmes'),
  /** API keys, webhooks and what was sent; `tab` is one of them. */
  buyerOpenApi: (query?: { readonly tab?: string }) => linkTo('/platform/buyerAccount/openApi', query),
  sellerOpenApi: (query?: { readonly tab?: string }) => linkTo('/platform/sellerCenter/openApi', query),
  developers: () => linkTo('/developers'),
  apiReference: () => linkTo('/developers/reference'),
  buyerAddDemand: linkAt('/platform/buyerAccount/requirementAdd'),
  buyerDemand: (demandId: Id) => linkTo('/platform/buyerAccount/requirementDetail', { demandId }),
  buyerDemands: linkAt('/platform/buyerAccount/requirementManage'),
  /** Confirmation of the order to be created from an offer. */
  buyerConfirmOffer: (offerId: Id) => linkTo('/platform/buyerAccount/requirementOrder', { offerId }),
  buyerOfferOrder: (orderId: Id) => linkTo('/platform/buyerAccount/requirementOrder', { orderId }),
  buyerRoles: linkAt('/platform/buyerAccount/rolesManage'),
  /** Own complaints and their outcomes. */
  buyerComplaints: linkAt('/platform/buyerAccount/complaints'),
  buyerSecurity: linkAt('/platform/buyerAccount/securityManage'),
  sellerCenter: loginLinks.sellerCenter,
  sellerSubAccounts: linkAt('/platform/sellerCenter/accountChildManage'),
  sellerAccount: linkAt('/platform/sellerCenter/accountInfo'),
  sellerGoods: linkAt('/platform/sellerCenter/goodsManage'),
  /** Goods form on the path of the goods list: edits with an id, else publishes a new product. */
  sellerEditGoods: (productId?: Id) =>
    linkTo('/platform/sellerCenter/goodsManage', productId === undefined ? { new: 1 } : { edit: productId }),
  /** Inquiries of buyers about own services and goods. */
  sellerInquiries: () => linkTo('/platform/sellerCenter/goodsManage', { tab: 'inquiry' }),
  sellerDashboard: linkAt('/platform/sellerCenter/isDesk'),
  sellerLiveFavourites: linkAt('/platform/sellerCenter/liveCollectionList'),
  sellerLive: linkAt('/platform/sellerCenter/liveList'),
  sellerLiveScore: linkAt('/platform/sellerCenter/liveMyScore'),
  sellerMessages: linkAt('/platform/sellerCenter/messageList'),
  sellerOffer: linkById('/platform/sellerCenter/offerDetail'),
  /** The own company's offer on a demand, or a new one. */
  sellerEditOffer: (demandId: Id) => linkTo('/platform/sellerCenter/offerEdit', { demandId }),
  sellerOffers: linkAt('/platform/sellerCenter/offerManage'),
  /** Demands matched for the shop, and its subscriptions; conditions prefill a new subscription. */
  sellerMatches: () => linkTo('/platform/sellerCenter/offerManage', { tab: 'match' }),
  sellerSubscriptions: (conditions: Query = {}) =>
    linkTo('/platform/sellerCenter/offerManage', { tab: 'subscription', ...conditions }),
  sellerConfirmOrder: linkById('/platform/sellerCenter/orderConfirm'),
  sellerOrder: linkById('/platform/sellerCenter/orderDetail'),
  sellerOrders: linkAt('/platform/sellerCenter/orderManage'),
  sellerMoney: () => linkTo('/platform/sellerCenter/orderManage', { view: 'money' }),
  sellerMatching: linkAt('/platform/sellerCenter/matching'),
  sellerAgreements: (query?: { readonly kind?: string }) => linkTo('/platform/sellerCenter/agreements', query),
  sellerAgreement: linkById('/platform/sellerCenter/agreements'),
  sellerSamples: (query?: { readonly view?: string; readonly stopped?: boolean }) =>
    linkTo('/platform/sellerCenter/samples', query),
  sellerSample: linkById('/platform/sellerCenter/samples'),
  sellerShipment: (shipment: Id) => linkTo('/platform/sellerCenter/samples', { shipment }),
  sellerStatistics: linkAt('/platform/sellerCenter/statistics'),
  sellerReceivedPayments: () => linkTo('/platform/sellerCenter/orderManage', { view: 'payments' }),
  sellerRoles: linkAt('/platform/sellerCenter/rolesManage'),
  sellerComplaints: linkAt('/platform/sellerCenter/complaints'),
  sellerSecurity: linkAt('/platform/sellerCenter/securityManage'),
  /** Publishes a new service without an id, else edits it. */
  sellerEditService: (serviceId?: Id) => linkTo('/platform/sellerCenter/serverAdd', { serviceId }),
  sellerServices: linkAt('/platform/sellerCenter/serverMng'),
  sellerOpenShop: linkAt('/platform/sellerCenter/shopAdd'),
  sellerShopImages: linkAt('/platform/sellerCenter/shopImgManage'),
  sellerShop: linkAt('/platform/sellerCenter/shopManage'),
  sellerStock: linkAt('/platform/sellerCenter/storeManage'),
  sellerTags: linkAt('/platform/sellerCenter/tag-checkbox'),
  sellerBaseInfo: linkAt('/platform/sellerCenter/accountManage/baseInfo'),
  subAccounts: linkAt('/platform/accountChild'),
  roles: linkAt('/platform/roles'),
  helpArticle: linkById('/platform/commonProblem/helpDetail'),
  helpList: (id: Id, name?: string) => linkTo('/platform/commonProblem/helpList', { id, name }),
  helpSearch: (keyword?: string) => linkTo('/platform/commonProblem/searchList', { keyword }),
  helpCenter: linkAt('/platform/commonProblem'),
  newGuide: linkAt('/platform/newGuide'),
  /** 1 trading rules, 2 privacy policy, 3 accessibility statement. */
  platformRules: (id: 1 | 2 | 3) => linkTo('/platform/platformRules', { id }),
  /** Form of a complaint about something published or said. */
  report: (kind: ComplaintKind, id: Id) => linkTo('/platform/report', { kind, id }),
  acceptance: linkAt('/platform/helpCenter/acceptance'),
  buyerPreferences: linkAt('/platform/conf/buyerConf'),
  sellerPreferences: linkAt('/platform/conf/sellerConf'),
  mixins: linkAt('/platform/mixins'),
  ...opsLinks,
  /** Page without a network; shown by the service worker. */
  offline: linkAt('/offline'),
  /** Web app manifest. */
  manifest: () => '/manifest.webmanifest',
  /** SMS and mails not really sent; only with DEMO, so not a page of the specification. */
  demoOutbox: () => '/demo/outbox',
  /** Cashier of the demo payment gateway; the ticket is signed. */
  demoPay: (ticket: string) => `/demo/pay?ticket=${ticket}`,
} as const
