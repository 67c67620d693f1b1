/** The way from the cart to an order that its supplier has confirmed. */
export const checkoutSteps = ['购物车', '确认订单', '付款', '供应商确认'].map((label) => ({ label }))
