/** Dictionaries of the hot words, one a search type: specification section 9. */
export const hotWordKeys = {
  service: 'INDEX_SERVICE_KEYWORD',
  goods: 'INDEX_PRODUCT_KEYWORD',
  supplier: 'INDEX_SHOP_KEYWORD',
} as const

/** What companies do, of the wire: the key begins with a blank (specification section 3). */
export const serviceClassKey = ' ORG_SERVICE_CLASS'
