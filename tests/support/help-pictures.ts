import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { helpPictureSize } from '../../src/domain/content/help-pictures.ts'
import { links } from '../../src/domain/links.ts'
import type { Account } from './accounts.ts'
import { visit } from './browser.ts'
import { signIn } from './sign-in.ts'
import { root } from './sources.ts'
import { waitForIslands } from './wait-for-islands.ts'

/** A picture of the running demo for a help text. */
export interface HelpPicture {
  /** Name of the file and of the help text. */
  readonly name: string
  /** undefined = without an account. */
  readonly account?: Account
  /** Address, or path of a page that needs an id. */
  readonly path: string
  /** Text that must be on the picture, near its top where the page is longer. */
  readonly shows: string
  /** Steps before the picture. */
  readonly prepare?: (page: Page) => Promise<void>
}

const press = (name: RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name }).first().click()

export const helpPictures: readonly HelpPicture[] = [
  { name: 'register', path: links.register(), shows: '登录名' },
  { name: 'find-services', path: links.serviceList(), shows: '项服务' },
  { name: 'report', path: '/platform/report', shows: '举报' },
  { name: 'post-demand', account: 'buyer', path: links.buyerAddDemand(), shows: '需求与分类' },
  { name: 'compare-offers', account: 'buyer', path: '/platform/buyerAccount/requirementDetail', shows: '只看差异' },
  { name: 'service-order', account: 'buyer', path: '/platform/buyerAccount/orderDetail', shows: '付款计划' },
  { name: 'transfer', account: 'buyer', path: '/shop/payOrder', shows: '银行转账' },
  { name: 'certification', account: 'buyer', path: links.buyerAccount({ tab: 'certification' }), shows: '企业认证' },
  { name: 'invoice', account: 'buyer', path: links.buyerAccount({ tab: 'invoice' }), shows: '税号' },
  { name: 'roles', account: 'buyer', path: links.buyerRoles(), shows: '新增角色' },
  { name: 'sessions', account: 'buyer', path: links.buyerSecurity(), shows: '本设备' },
  { name: 'publish-service', account: 'seller', path: links.sellerEditService(), shows: '分类' },
  {
    name: 'import-goods',
    account: 'seller',
    path: links.sellerGoods(),
    shows: '下载模板',
    prepare: press(/^批量导入/),
  },
  { name: 'make-offer', account: 'seller', path: '/platform/sellerCenter/offerEdit', shows: '付款节点' },
  { name: 'subscribe', account: 'seller', path: links.sellerSubscriptions(), shows: '新增订阅' },
  { name: 'ship-goods', account: 'seller', path: '/platform/sellerCenter/orderDetail', shows: '交付与验收' },
]

export const helpPictureFile = (name: string): string => join(root, 'public/pictures/help', `${name}.webp`)

/** Takes the pictures of one account, or of nobody, one after the other, and hands each over. Throws if a page lacks its text. */
export async function takeHelpPictures(
  browser: Browser,
  site: string,
  addresses: ReadonlyMap<string, string>,
  keep: (picture: HelpPicture, png: Buffer) => Promise<void>,
): Promise<void> {
  for (const [account, pictures] of Map.groupBy(helpPictures, (picture) => picture.account)) {
    const { context, page } = await visit(browser, site, helpPictureSize)
    try {
      if (account !== undefined) {
        await page.goto(links.login())
        await signIn(page, account)
        await page.waitForURL((url) => url.pathname !== links.login())
      }
      for (const picture of pictures) {
        await page.goto(addresses.get(picture.path) ?? picture.path)
        await waitForIslands(page)
        await picture.prepare?.(page)
        await page.waitForLoadState('networkidle')
        const shown = page.getByText(picture.shows).filter({ visible: true }).first()
        await shown.evaluate((element, top) => {
          const place = element.getBoundingClientRect().top
          if (place > top) scrollBy({ top: place - top / 4, behavior: 'instant' })
        }, helpPictureSize.height * 0.8)
        await keep(picture, await page.screenshot())
      }
    } finally {
      await context.close()
    }
  }
}
