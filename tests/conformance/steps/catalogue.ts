import type { Step } from '../step.ts'

const service = ['serviceId', 'serviceName', 'servicePrice']
const product = [
  'productNo',
  'productName',
  'productPriceType',
  'productPrice',
  'productHighPrice',
  'productMainPicUrl',
]
const rows = (names: readonly string[]) => ['total', ...names.map((name) => `data[].${name}`)]
const page = { current: 1, pageSize: 20 }

/** Halls, lists and details with the fields of the specification's cards; a seller's service from draft to deletion. */
export const catalogueSteps: readonly Step[] = [
  { path: '/mall/service/multilevelFieldMenu', as: 'visitor', names: ['[].categoryId', '[].childList'] },
  {
    path: '/mall/service/multilevelFieldLinkageMenu',
    as: 'visitor',
    send: ({ text }) => ({ fieldLevel2Id: text('level2') }),
    names: ['levels[].options[].categoryName'],
  },
  {
    path: '/mall/service/standard/list-page',
    as: 'visitor',
    send: ({ text }) => ({ id: text('level1'), ...page }),
    names: rows(service),
  },
  {
    path: '/mall/service/detail',
    as: 'visitor',
    send: ({ text }) => ({ serviceId: text('serviceId') }),
    names: [...service, 'shop.orgId'],
  },
  { path: '/mall/service/getAreaMenuList', as: 'visitor' },
  {
    path: '/mall/service/save',
    as: 'seller',
    send: ({ number, run }) => ({
      categoryId: number('leaf'),
      serviceName: `一致性检查服务 ${run}`,
      servicePriceType: 0,
      servicePrice: 128_000,
      serviceIntro: '照规范的字段逐项核对，出具核对记录。',
      paragraphs: ['逐项核对每一个字段。'],
    }),
    names: ['serviceId', 'status', 'version'],
    saveAs: { ownServiceId: 'serviceId', ownServiceVersion: 'version' },
  },
  {
    path: '/mall/service/seller-list-page',
    as: 'seller',
    send: ({ run }) => ({ keyword: run, ...page }),
    names: rows([...service, 'status']),
    check: (content, { run }) =>
      JSON.stringify(content).includes(`"serviceName":"一致性检查服务 ${run}"`) &&
      JSON.stringify(content).includes('"servicePrice":128000')
        ? undefined
        : `what was saved did not come back: ${JSON.stringify(content).slice(0, 300)}`,
  },
  {
    path: '/mall/service/update',
    as: 'seller',
    send: ({ number, text, run }) => ({
      serviceId: text('ownServiceId'),
      version: number('ownServiceVersion'),
      categoryId: number('leaf'),
      serviceName: `一致性检查服务 ${run}`,
      servicePriceType: 0,
      servicePrice: 150_000,
      serviceIntro: '照规范的字段逐项核对，出具核对记录。',
      paragraphs: ['逐项核对每一个字段。'],
    }),
    names: ['serviceId', 'status'],
  },
  { path: '/mall/service/getCount', as: 'seller', names: ['all', 'draft'] },
  {
    path: '/mall/service/changeStatus',
    as: 'seller',
    send: ({ number }) => ({ serviceIds: [number('ownServiceId')], event: 'submit' }),
    names: ['done'],
  },
  {
    path: '/mall/service/delete',
    as: 'seller',
    send: ({ number }) => ({ serviceIds: [number('ownServiceId')] }),
    names: ['done'],
  },
  { path: '/fmall/product/category/first', as: 'visitor', names: ['[].categoryId', '[].categoryName'] },
  {
    path: '/fmall/product/category/list',
    as: 'visitor',
    names: ['[].categoryId', '[].categoryName'],
    saveAs: { productCategory: '[0].categoryId' },
  },
  {
    path: '/fmall/product/category/list-index',
    as: 'visitor',
    names: ['[].categoryId', '[].childList'],
    saveAs: { firstIndex: '[0].categoryId' },
  },
  {
    path: '/fmall/product/category/list-index/sort',
    as: 'ops',
    send: ({ number }) => ({ categoryIds: [number('firstIndex')] }),
    codes: [200, 400],
  },
  {
    path: '/fmall/product/category/brand',
    as: 'visitor',
    send: ({ text }) => ({ categoryId: text('productCategory') }),
  },
  {
    path: '/fmall/product/category/multilevelFieldLinkageMenu',
    as: 'visitor',
    send: ({ text }) => ({ id: text('productCategory') }),
    names: ['levels[].options'],
  },
  { path: '/fmall/product/area', as: 'visitor' },
  {
    path: '/fmall/product/detail/list-page',
    as: 'visitor',
    send: () => ({ priceType: 0, ...page }),
    names: rows(product),
    saveAs: {
      productNo: 'data[0].productNo',
      productId: 'data[0].productId',
      otherProductId: 'data[1].productId',
      otherProductNo: 'data[1].productNo',
    },
  },
  {
    path: '/fmall/product/detail',
    as: 'visitor',
    send: ({ text }) => ({ productNo: text('productNo') }),
    names: [...product, 'shop.orgId', 'specs[].specId'],
    saveAs: { specId: 'specs[0].specId', minOrder: 'minOrder' },
  },
  {
    path: '/fmall/product/detail',
    as: 'visitor',
    send: ({ text }) => ({ productNo: text('otherProductNo') }),
    saveAs: { otherSpecId: 'specs[0].specId', otherMinOrder: 'minOrder' },
  },
  {
    path: '/fmall/product/detail/update-file-download-times',
    as: 'visitor',
    send: () => ({ fileId: 'AAAAAAAAAAAAAAAAAAAAAA' }),
    codes: [200, 404],
  },
  {
    path: '/fmall/business/recommend/list',
    as: 'visitor',
    names: ['services[].serviceName', 'products[].productName', 'shops[].shopName'],
  },
  {
    path: '/fmall/product/inquiry/addProductInquiry',
    as: 'buyer',
    send: ({ text, run }) => ({ productNo: text('productNo'), text: `请问最小包装是多少？${run}` }),
    names: ['inquiryId'],
  },
  {
    path: '/fmall/product/inquiry/pageProductInquiry',
    as: 'buyer',
    send: ({ text }) => ({ productNo: text('productNo'), ...page }),
    names: ['total', 'data[].inquiryId'],
  },
  { path: '/fmall/cyhl/searchClassLabel', as: 'visitor', names: ['[].dictCode', '[].dictText'] },
  {
    path: '/fmall/cyhl/pageList',
    as: 'visitor',
    send: ({ text }) => ({ classCode: text('classCode'), ...page }),
    names: ['total', 'data[].shopName', 'data[].orgId'],
  },
]
