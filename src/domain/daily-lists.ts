/**
 * Sort keys of the lists that people work in all day, beside those of orders. They are the keys of the columns of the
 * table, too.
 */

/** Demands of a buyer: time of creation, budget, number of offers, deadline. */
export const demandSortKeys = ['createdAt', 'budget', 'offers', 'deadline'] as const
export type DemandSortKey = (typeof demandSortKeys)[number]

/** Offers of a supplier: time of the offer, total, duration, validity, deadline of the demand. */
export const offerSortKeys = ['submittedAt', 'total', 'days', 'validUntil', 'deadline'] as const
export type OfferSortKey = (typeof offerSortKeys)[number]

/** Listings of a shop: last change, price, views, favourites. */
export const listingSortKeys = ['updatedAt', 'price', 'views', 'follows'] as const
export type ListingSortKey = (typeof listingSortKeys)[number]

/** Requisitions of a company: time of the request, amount. */
export const requisitionSortKeys = ['createdAt', 'amount'] as const
export type RequisitionSortKey = (typeof requisitionSortKeys)[number]

/** Specifications of a shop's goods. */
export const stockSortKeys = ['price', 'stock'] as const
export type StockSortKey = (typeof stockSortKeys)[number]

/** Maximum of rows that one action on selected rows takes; a page has fewer. */
export const maxSelectedRows = 50
