/** So few left that the number is said. */
const few = 10

/** What is in stock, in the words of a detail page. */
export const stockWord = (stock: number): string =>
  stock <= 0 ? '缺货' : stock <= few ? `仅剩\u00a0${stock}` : '目前有货'
