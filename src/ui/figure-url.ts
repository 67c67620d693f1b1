import { goodsFigures, isStructure, serviceFigures, type FigureName } from './mark-names.ts'

/** Address of a figure in public/figures, the copy of marks/fig-NAME.svg. As `<img>` it keeps the standard blue. */
export const figureUrl = (name: FigureName) => `/figures/${name}.svg`

/** For `<use>`: drawn so, the figure takes the page's accent, is fetched once and cached. */
export const figureHref = (name: FigureName) => `${figureUrl(name)}#figure`

const services: readonly string[] = serviceFigures

/** Services are drawn 320 × 200, goods 240 × 240. */
export const figureViewBox = (name: FigureName) => (services.includes(name) ? '0 0 320 200' : '0 0 240 240')

/** Ground of a figure; axis words go below 200px of width, whatever the screen. */
export const figureClass = 'block size-full [--fig-ground:var(--surface-2)] @max-[200px]:[--fig-words:hidden]'

/** The figure of that name; the well plate where a newer server names one that this page does not know. */
export const figureNamed = (name: string): FigureName =>
  isStructure(name)
    ? name
    : (serviceFigures.find((each) => each === name) ?? goodsFigures.find((each) => each === name) ?? 'plate')

/** A picture of one's own by its address; undefined where the address is that of a figure. */
export const ownPicture = (url: string): string | undefined => (url.startsWith('/figures/') ? undefined : url)

/** The figure whose address that is; undefined for a picture of one's own and for none. */
export const figureOfUrl = (url: string | undefined): FigureName | undefined => {
  const name = url === undefined ? undefined : /^\/figures\/([a-z\d-]+)\.svg$/.exec(url)?.[1]
  return name === undefined ? undefined : figureNamed(name)
}
