import { company, seller } from '../access.ts'
import { notBuilt } from '../call.ts'

export const offersCalls = {
  offerSave: notBuilt('/mall/demand/offer/save-or-update', seller('my_supply')),
  ownOffer: notBuilt('/mall/demand/offer/this/detail', seller('my_supply')),
  buyerOffers: notBuilt('/mall/demand/offer/buyer/list-page', company('my_requirement')),
  buyerOffer: notBuilt('/mall/demand/offer/buyer/detail', company('my_requirement')),
  sellerOffers: notBuilt('/mall/demand/offer/saler/list-page', seller('my_supply')),
  sellerOfferDelete: notBuilt('/mall/demand/offer/saler/delete', seller('my_supply')),
  sellerOffer: notBuilt('/mall/demand/offer/saler/detail', seller('my_supply')),
  deal: notBuilt('/mall/demand/offer/deal', company('my_requirement')),
  demandOrderSubmit: notBuilt('/fmall/order/demand/submit', company('my_requirement')),
}
