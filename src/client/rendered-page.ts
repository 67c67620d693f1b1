/** A server-rendered page, reduced to the parts that an island reuses. */
export interface RenderedPage {
  readonly title: string
  /** The whole `<main>`, detached; must not be mutated. */
  readonly main: HTMLElement
  /** Result count text of the page, such as `共 142 项服务`; may be empty. */
  readonly count: string
}

/** The style sheets of a page, which differ between releases; without those of chunks, which Vite adds on use. */
const stylesOf = (page: Document) =>
  [...page.querySelectorAll('link[rel="stylesheet"]:not([crossorigin])')]
    .map((link) => link.getAttribute('href'))
    .join(' ')

/** The parts of a document; undefined where it has no result list. */
export function renderedPageOf(page: Document): RenderedPage | undefined {
  const main = page.querySelector<HTMLElement>('main[data-results]')
  if (main === null) return undefined
  const count = main.querySelector('[data-result-count]')?.textContent ?? ''
  return { title: page.title, main, count: count.replace(/\s+/g, ' ').trim() }
}

/**
 * Fetches a page of this site. Rejects on network errors and error statuses; a page without a result list, or of
 * another release, is opened by the browser instead.
 */
export async function fetchRenderedPage(address: string, signal: AbortSignal): Promise<RenderedPage> {
  const response = await fetch(address, { signal, headers: { accept: 'text/html' } })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const read = new DOMParser().parseFromString(await response.text(), 'text/html')
  const page = renderedPageOf(read)
  if (page !== undefined && stylesOf(read) === stylesOf(document)) return page
  if (!signal.aborted) location.assign(address)
  return new Promise(() => {})
}
