import type { Highlight } from '../../../../areas/area.ts'
import type { Ad } from '../../../contract/reference/ads.ts'
import { homeHighlights } from '../../../domain/reference/ad-places.ts'
import { markNames } from '../../../ui/picture/mark-names.ts'

type Promotion = Pick<Ad, 'title' | 'text' | 'picture' | 'href'>

/**
 * Highlights of the home page: the promotions in its place, or those of the regional variant while there are too few.
 * A promotion without an icon has the icon of the variant's highlight in its position.
 */
export function highlightsFrom(promotions: readonly Promotion[], own: readonly Highlight[]): readonly Highlight[] {
  if (promotions.length < homeHighlights.least) return own
  return promotions.slice(0, homeHighlights.most).map(({ title, text, picture, href }, at) => ({
    title,
    text,
    link: href,
    mark: markNames.find((name) => `mark-${name}` === picture) ?? own[at % own.length]?.mark ?? 'consult',
  }))
}
