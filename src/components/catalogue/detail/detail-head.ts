import { links } from '../../../domain/links.ts'
import type { Crumb } from '../../shell/shell-props.ts'

/** Parses an id in a URL; undefined if invalid. */
export const parseListingId = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined

/** Breadcrumbs: home, up to three categories, the listing. */
export function categoryCrumbs(
  kind: 'service' | 'goods',
  path: readonly { categoryId: number; categoryName: string }[],
  title: string,
): Crumb[] {
  const list = kind === 'service' ? links.serviceList : links.goodsList
  const hall =
    kind === 'service'
      ? { label: '研发服务', href: links.serviceHall() }
      : { label: '研发采购', href: links.goodsHall() }
  const way = path.slice(0, 3).map(({ categoryId, categoryName }, index) => ({
    label: categoryName,
    href: list(
      index === 1 ? { fieldLevel2Id: categoryId } : index === 2 ? { fieldLevel3Id: categoryId } : { id: categoryId },
    ),
  }))
  return [{ label: '首页', href: links.home() }, hall, ...way, { label: title }]
}

/** Parses a product number in a URL. */
export const parseProductNo = (text: string | null): string | undefined =>
  text !== null && /^[\w.-]{1,40}$/.test(text) ? text : undefined
