import { everyone } from '../access.ts'
import { notBuilt } from '../call.ts'

export const shopsCalls = {
  shopsByKeywords: notBuilt('/fmall/shop-by-keyWords/page', everyone),
  shopHome: notBuilt('/fmall/shop/homepage', everyone),
  shopMore: notBuilt('/fmall/shop/detail-more', everyone),
  shopInfo: notBuilt('/fmall/shop/info', everyone),
  shopCounters: notBuilt('/fmall/shop/shopCounterList', everyone),
  otherCompany: notBuilt('/data/company/other/detail', everyone),
}
