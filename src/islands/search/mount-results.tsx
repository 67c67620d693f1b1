import { useStore } from '@nanostores/react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderedPageOf, type RenderedPage } from '../../client/rendered-page.ts'
import { results } from '../../stores/search/result-list.ts'
import { createElement, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { renderedUrl } from '../../stores/rendered-url.ts'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { toReactNodes, type Props } from './server-markup.ts'

/** Content of a result page's `<main>`: filters, sorting, rows and pager as rendered by the server. */
function ResultPage({ first, onReady }: { first: RenderedPage; onReady: () => void }) {
  const list = useStore(results.list)
  const page = list.at === 'unopened' ? first : list.page
  const content = useMemo(() => toReactNodes(page.main, partOf), [page])
  const isTaken = useRef(false)
  useLayoutEffect(() => {
    if (list.at !== 'ready') return
    // The first page was rendered by the server and is already bound by scripts.
    if (!isTaken.current) return void (isTaken.current = true)
    document.title = page.title
    syncFormFields(list.scroll !== undefined)
    restoreScroll(list.scroll)
    renderedUrl.set(list.address)
  }, [list, page])
  useLayoutEffect(onReady, [onReady])
  return content
}

/** Elements with special rendering. */
function partOf(element: Element, props: Props): ReactNode | undefined {
  if (element.hasAttribute('data-result-rows')) return <Rows key="rows" props={props} html={element.innerHTML} />
  // Scripts turned it into a modal dialog once.
  if (element.hasAttribute('data-filter')) {
    return createElement('dialog', { ...props, 'data-live': '' }, ...toReactNodes(element, () => undefined))
  }
  if (element.hasAttribute('data-need')) return <OwnForm key="need" props={props} html={element.innerHTML} />
  return undefined
}

/** A form that is not a filter: keeps its first markup and input. */
function OwnForm({ props, html }: { props: Props; html: string }) {
  const [first] = useState({ __html: html })
  return createElement('section', { ...props, key: undefined, dangerouslySetInnerHTML: first })
}

/** The rows as raw HTML, not managed by React. */
function Rows({ props, html }: { props: Props; html: string }) {
  const { at } = useStore(results.list)
  const rows = useMemo(() => ({ __html: html }), [html])
  if (at === 'failed') {
    return createElement(
      'div',
      { ...props, key: 'failed' },
      <FailedState title="列表加载失败" onRetry={() => void results.retry()} />,
    )
  }
  return createElement('div', { ...props, key: 'rows', 'aria-busy': at === 'loading', dangerouslySetInnerHTML: rows })
}

/** Updates form fields to the address without overwriting active input. */
function syncFormFields(moved: boolean): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('main form[action] input:not([type="hidden"])')) {
    if (moved || field !== document.activeElement) field.value = field.defaultValue
  }
}

/** Restores the scroll position of a previous list; a new one starts at its first row, as do further pages. */
function restoreScroll(scroll: number | undefined): void {
  const rows = document.querySelector('[data-result-rows]')
  const head = document.querySelector<HTMLElement>('main dialog[open] h2, [data-result-head]')
  const above = scroll === undefined && rows !== null && rows.getBoundingClientRect().top < 0
  if (scroll !== undefined) scrollTo(0, scroll)
  else if (above) rows.scrollIntoView()
  if (above || document.activeElement === document.body) head?.focus({ preventScroll: true })
}

/** Loading bar at the top of the window, and the result count for screen readers. */
function ResultStatus() {
  const list = useStore(results.list)
  const page = list.at === 'ready' ? new URL(list.address, location.href).searchParams.get('current') : null
  return (
    <>
      {list.at === 'loading' && (
        <div className="fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-accent" data-result-waiting />
      )}
      <p className="sr-only" role="status">
        {list.at === 'ready' && `${list.page.count}${page === null || page === '1' ? '' : `，第 ${page} 页`}`}
      </p>
    </>
  )
}

let mounted: Promise<typeof results> | undefined

/** Hydrates the server-rendered list of an address, once. Rejects if the page has none. */
export const mountResults = (shown: string) => (mounted ??= mount(shown))

async function mount(shown: string): Promise<typeof results> {
  const page = renderedPageOf(document)
  if (page === undefined) throw new Error('This page shows no list')
  const { main } = page
  for (const script of main.querySelectorAll('script')) script.remove()
  main.normalize()
  const first = { ...page, main: copyOf(main) }
  const status = document.createElement('div')
  document.body.append(status)
  results.adopt(shown, first)
  await new Promise<void>((resolve) => {
    hydrateRoot(main, <ResultPage first={first} onReady={resolve} />)
  })
  createRoot(status).render(<ResultStatus />)
  return results
}

function copyOf(main: HTMLElement): HTMLElement {
  const copy = main.cloneNode(true)
  if (!(copy instanceof HTMLElement)) throw new Error('A copy of an element is one')
  return copy
}
