import { figureUrl, isFigureUrl } from '../../domain/pictures/drawing-names.ts'
import { goodsIllustrationOf, serviceIllustrationOf, type IllustrationName } from './mark-names.ts'

/** URL of an illustration: generated, or the copy of marks/fig-NAME.svg. As `<img>` it keeps the standard blue. */
export const illustrationUrl = (name: IllustrationName) => figureUrl(name)

/** For `<use>`: takes the page's accent colour, fetched once and cached. */
export const illustrationHref = (name: IllustrationName) => `${illustrationUrl(name)}#figure`

/** Services are 320 × 200, goods 240 × 240. */
export const illustrationViewBox = (name: IllustrationName) =>
  serviceIllustrationOf(name) === undefined ? '0 0 240 240' : '0 0 320 200'

/** Background of an illustration; axis labels are hidden below 200 px of width. */
export const illustrationClass = 'illustration'

/** The illustration of that name; the well plate for names unknown to this client version. */
export const illustrationNamed = (name: string): IllustrationName =>
  serviceIllustrationOf(name) ?? goodsIllustrationOf(name) ?? 'plate'

/** The URL of an own picture; undefined for an illustration's URL. */
export const ownPicture = (url: string): string | undefined => (isFigureUrl(url) ? undefined : url)

/** The illustration of a URL; undefined for own pictures and none. */
export const illustrationOfUrl = (url: string | undefined): IllustrationName | undefined => {
  const name = url === undefined ? undefined : /^\/figures\/([a-z\d-]+)\.svg$/.exec(url)?.[1]
  return name === undefined ? undefined : illustrationNamed(name)
}
