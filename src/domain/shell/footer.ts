import { links } from '../links.ts'

export type FooterLink = { readonly label: string; readonly href: string }
export type FooterGroup = { readonly title: string; readonly links: readonly FooterLink[] }

const help = (id: number, label: string): FooterLink => ({ label, href: links.helpList(id, label) })

/** The four groups in the footer; help ids as in specification 2.1. */
export const footerGroups: readonly FooterGroup[] = [
  {
    title: '关于我们',
    links: [
      { label: '平台介绍', href: links.about('intro') },
      { label: '平台公告', href: links.about('annouce') },
      { label: '商务合作', href: links.about('cooperation') },
      { label: '联系我们', href: links.about('contact') },
    ],
  },
  {
    title: '新手指南',
    links: [help(28, '注册与登录'), help(29, '企业认证'), help(33, '服务选择'), help(1, '热门问题')],
  },
  {
    title: '买家指南',
    links: [
      help(51, '发布需求'),
      help(36, '商品选购'),
      { label: '付款与发票', href: links.helpSearch('付款') },
      { label: '交付与验收', href: links.acceptance() },
    ],
  },
  {
    title: '卖家指南',
    links: [
      { label: '开通店铺', href: links.helpArticle(3201) },
      help(32, '发布服务'),
      help(48, '发布商品'),
      help(52, '参与报价'),
    ],
  },
]

/** Links beside the registration numbers. */
export const legalLinks: readonly FooterLink[] = [
  { label: '交易规则', href: links.platformRules(1) },
  { label: '隐私政策', href: links.platformRules(2) },
  { label: '用户协议', href: links.agreement() },
  { label: '无障碍声明', href: links.platformRules(3) },
]
