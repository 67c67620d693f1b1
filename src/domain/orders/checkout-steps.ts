/** Checkout steps, from the cart to the confirmed order. */
export const checkoutSteps = ['购物车', '确认订单', '付款', '供应商确认'].map((label) => ({ label }))
