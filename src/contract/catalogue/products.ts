import { everyone, operator, user } from '../access.ts'
import { notBuilt } from '../call.ts'

export const productsCalls = {
  fileDownloaded: notBuilt('/fmall/product/detail/update-file-download-times', everyone),
  productMenu: notBuilt('/fmall/product/category/multilevelFieldLinkageMenu', everyone),
  productBrands: notBuilt('/fmall/product/category/brand', everyone),
  productCategoriesFirst: notBuilt('/fmall/product/category/first', everyone),
  productCategories: notBuilt('/fmall/product/category/list', everyone),
  productCategoriesIndex: notBuilt('/fmall/product/category/list-index', everyone),
  productCategoriesIndexSort: notBuilt('/fmall/product/category/list-index/sort', operator),
  productAreas: notBuilt('/fmall/product/area', everyone),
  products: notBuilt('/fmall/product/detail/list-page', everyone),
  product: notBuilt('/fmall/product/detail', everyone),
  recommendations: notBuilt('/fmall/business/recommend/list', everyone),
  productInquiries: notBuilt('/fmall/product/inquiry/pageProductInquiry', everyone),
  productInquiryAdd: notBuilt('/fmall/product/inquiry/addProductInquiry', user),
}
