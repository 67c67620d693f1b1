import type { Stage, Step } from '../step.ts'

const money = ['productPrice', 'postage', 'productName', 'productMainPicUrl']
const address = { receiver: '仲晓妮', mobile: '13880702046', districtCode: '510191', street: '高新南区 18 号' }
const product = ({ text, number }: Stage, name = 'product') => ({
  kind: 'product',
  listingId: text(`${name}Id`),
  specId: number(name === 'product' ? 'specId' : 'otherSpecId'),
})
const join = (name: 'product' | 'otherProduct'): Step => ({
  path: '/fmall/shopping-cart/join',
  as: 'buyer',
  send: (stage) => ({
    ...product(stage, name),
    quantity: stage.number(name === 'product' ? 'minOrder' : 'otherMinOrder'),
  }),
  names: ['count', 'cartId'],
  saveAs: { [`${name}Cart`]: 'cartId' },
})

/** Addresses, cart, confirmation and order, up to the payment voucher. */
export const ordersSteps: readonly Step[] = [
  {
    path: '/fmall/user-address/save',
    as: 'buyer',
    send: () => address,
    names: ['addressId'],
    saveAs: { addressId: 'addressId' },
  },
  { path: '/fmall/user-address/list', as: 'buyer', names: ['[].addressId'] },
  {
    path: '/fmall/user-address/detail',
    as: 'buyer',
    send: ({ text }) => ({ addressId: text('addressId') }),
    names: ['addressId', 'receiver'],
  },
  {
    path: '/fmall/user-address/update',
    as: 'buyer',
    send: ({ text }) => ({ ...address, addressId: text('addressId'), street: '高新南区 19 号' }),
  },
  { path: '/fmall/shopping-cart/clear', as: 'buyer' },
  join('product'),
  join('otherProduct'),
  { path: '/fmall/shopping-cart/count', as: 'buyer', names: ['count'] },
  {
    path: '/fmall/shopping-cart/page-list',
    as: 'buyer',
    send: () => ({ current: 1, pageSize: 20 }),
    names: ['shops[].shopName', ...money.map((name) => `shops[].products[].${name}`)],
  },
  { path: '/fmall/shopping-cart/bad/page-list', as: 'buyer', names: ['total', 'products'] },
  {
    path: '/fmall/shopping-cart/save',
    as: 'buyer',
    send: ({ number }) => ({ items: [{ cartId: number('productCart'), isChosen: true }] }),
  },
  { path: '/fmall/shopping-cart/product-number', as: 'buyer', send: (stage) => product(stage), names: ['quantity'] },
  {
    path: '/fmall/shopping-cart/delete',
    as: 'buyer',
    send: ({ number }) => ({ cartIds: [number('otherProductCart')] }),
  },
  {
    path: '/fmall/order/confirm',
    as: 'buyer',
    send: ({ number }) => ({ cartIds: [number('productCart')] }),
    names: [
      'orderAmount',
      ...[...money, 'downPaymentAmount', 'downPaymentPrice', 'discountedPrice', 'productAmount'].map(
        (name) => `shops[].products[].${name}`,
      ),
    ],
    saveAs: { orderAmount: 'orderAmount' },
  },
  {
    path: '/fmall/order/submit',
    as: 'buyer',
    send: ({ number }) => ({
      cartIds: [number('productCart')],
      orderAmount: number('orderAmount'),
      invoice: 'none',
    }),
    names: ['groupId', 'orders[].orderId', 'payUntil'],
    saveAs: { groupId: 'groupId', orderId: 'orders[0].orderId' },
  },
  {
    path: '/fmall/order/get-payment-info',
    as: 'buyer',
    send: ({ text }) => ({ orderId: text('orderId') }),
    names: ['payables[].amount', 'methods[].method', 'payments'],
  },
  {
    path: '/fmall/payment/confirm',
    as: 'buyer',
    send: ({ text }) => ({ orderId: text('orderId') }),
    names: ['paymentId', 'status', 'amount'],
  },
  { path: '/fmall/user-address/delete', as: 'buyer', send: ({ text }) => ({ addressId: text('addressId') }) },
]
