/** Lists whose filters people save. */
export const filteredLists = [
  'buyerOrders',
  'sellerOrders',
  'buyerDemands',
  'sellerOffers',
  'sellerServices',
  'sellerProducts',
  'stocks',
  'requisitions',
] as const
export type FilteredListName = (typeof filteredLists)[number]

/** Maximum of saved filters per person and list. */
export const maxSavedFilters = 20
