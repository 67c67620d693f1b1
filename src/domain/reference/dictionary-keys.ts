/** Dictionaries of hot words by search type: specification section 9. */
export const hotWordKeys = {
  service: 'INDEX_SERVICE_KEYWORD',
  goods: 'INDEX_PRODUCT_KEYWORD',
  supplier: 'INDEX_SHOP_KEYWORD',
} as const

/** Dictionary of company categories; the key begins with a space (specification section 3). */
export const companyCategoryKey = ' ORG_SERVICE_CLASS'

/** Dictionary of the main menu entries: path as code, label as text. Specification section 3. */
export const menuKey = 'STANDARD_INDEX_LINK'
