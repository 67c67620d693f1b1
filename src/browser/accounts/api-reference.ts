/** What the reference's script makes global. */
interface Redoc {
  init: (document: string, options: object, element: HTMLElement, done: (error?: unknown) => void) => void
}

const isRedoc = (value: unknown): value is Redoc =>
  typeof value === 'object' && value !== null && 'init' in value && typeof value.init === 'function'

/** Words of the reference's own interface. */
const labels = {
  enum: '可选值',
  enumSingleValue: '固定值',
  enumArray: '各项',
  default: '默认',
  deprecated: '已弃用',
  example: '示例',
  examples: '示例',
  recursive: '递归',
  arrayOf: '数组，各项为 ',
  webhook: '事件',
  const: '固定值',
  noResultsFound: '没有找到',
  download: '下载',
  downloadSpecification: '下载 OpenAPI 文档',
  responses: '答复',
  callbackResponses: '答复',
  requestSamples: '请求示例',
  responseSamples: '答复示例',
}

/**
 * What screen readers read of the drawn reference: heading levels without gaps, and entries of the menu by their whole
 * text. Its own markup skips levels and names entries without their badge.
 */
function describeForScreenReaders(box: HTMLElement): void {
  let before = 1
  for (const heading of box.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const own = Number(heading.tagName.slice(1))
    // The first heading is that of the page.
    before = Math.max(2, Math.min(own, before + 1))
    if (before !== own) heading.setAttribute('aria-level', String(before))
  }
  for (const entry of box.querySelectorAll('li[aria-label]')) entry.removeAttribute('aria-label')
}

/** Loads the script of the reference and draws the document; a failure says so and offers the document itself. */
function drawReference(box: HTMLElement): void {
  const { script = '', document: address = '' } = box.dataset
  const fail = () => {
    const text = document.createElement('p')
    text.className = 'p-4'
    text.setAttribute('role', 'alert')
    text.textContent = '接口参考加载失败，请刷新页面重试，或直接使用 OpenAPI 3.1 文档。'
    box.replaceChildren(text)
  }
  const element = document.createElement('script')
  element.src = script
  element.addEventListener('error', fail)
  element.addEventListener('load', () => {
    const redoc: unknown = Reflect.get(globalThis, 'Redoc')
    if (!isRedoc(redoc)) return fail()
    const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()
    const options = {
      labels,
      disableSearch: true,
      hideDownloadButton: true,
      nativeScrollbars: true,
      expandResponses: '200',
      theme: { colors: { primary: { main: accent === '' ? '#1b56b0' : accent } } },
    }
    // Parts are drawn one after the other, unfolded ones later.
    new MutationObserver(() => describeForScreenReaders(box)).observe(box, { childList: true, subtree: true })
    redoc.init(address, options, box, (error) => {
      if (error !== undefined && error !== null) fail()
    })
  })
  document.head.append(element)
}

const box = document.getElementById('api-reference')
if (box !== null) drawReference(box)
