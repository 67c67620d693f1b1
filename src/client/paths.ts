// Made by `npm run generate` from the contract.
const paths: Readonly<Record<string, string>> = {
  'accounts.serviceId': '/get/serviceid',
  'accounts.login': '/user-center/user/login',
  'accounts.logout': '/user-center/user/logout',
  'accounts.profile': '/user-center/user/profile',
  'reference.dictionaryMap': '/system/dictionary/map',
  'reference.dictionaryKey': '/system/dictionary/key',
  'reference.districtSubset': '/system/district/subset',
  'reference.categoriesFand': '/system/category/fand/list',
  'reference.categoriesForIndex': '/system/category/list/for-index',
  'demands.demands': '/mall/demand/new/list-page',
  'demands.similarDemands': '/mall/demand/similar/list-page',
  'demands.demand': '/mall/demand/detail',
  'demands.demandConditions': '/mall/demand/condition/list',
  'demands.demandSave': '/mall/demand/save',
  'demands.demandUpdate': '/mall/demand/update',
  'demands.demandDelete': '/mall/demand/delete',
  'demands.demandEditStatus': '/mall/demand/edit-status',
  'demands.buyerDemands': '/mall/demand/buyer-center/list-page',
  'demands.offerSave': '/mall/demand/offer/save-or-update',
  'demands.ownOffer': '/mall/demand/offer/this/detail',
  'demands.buyerOffers': '/mall/demand/offer/buyer/list-page',
  'demands.buyerOffer': '/mall/demand/offer/buyer/detail',
  'demands.sellerOffers': '/mall/demand/offer/saler/list-page',
  'demands.sellerOfferDelete': '/mall/demand/offer/saler/delete',
  'demands.sellerOffer': '/mall/demand/offer/saler/detail',
  'demands.deal': '/mall/demand/offer/deal',
  'orders.buyerOrders': '/fmall/order/buyer/list-page',
  'orders.buyerOrder': '/fmall/order/buyer/detail',
  'orders.buyerDesk': '/fmall/order/buyer/desk',
  'orders.sellerOrders': '/fmall/order/saler/list-page',
  'orders.sellerOrder': '/fmall/order/saler/detail',
  'orders.sellerOrderStep': '/fmall/order/saler/step',
  'orders.sellerDesk': '/fmall/order/saler/desk',
}

/** Path below /api of a call by its `domain.name`. */
export function pathOf(name: string): string {
  const path = paths[name]
  if (path === undefined) throw new Error(`No call ${name}: run npm run generate`)
  return path
}
