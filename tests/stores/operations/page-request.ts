import { vi } from 'vitest'

/** The parts of XMLHttpRequest that uploads use, implemented over the page's `fetch`. */
class PageRequest extends EventTarget {
  withCredentials = false
  responseType = ''
  response: unknown = null
  readonly upload = new EventTarget()
  readonly #headers = new Headers()
  #url = ''
  #ended = false

  open(_method: string, url: string): void {
    this.#url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }

  abort(): void {
    this.#end('abort')
  }

  async send(form: FormData): Promise<void> {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 40, total: 100 }))
    try {
      const response = await fetch(new Request(this.#url, { method: 'POST', body: form, headers: this.#headers }))
      this.response = await response.json()
      this.#end('load')
    } catch {
      this.#end('error')
    }
  }

  #end(how: 'load' | 'error' | 'abort'): void {
    if (!this.#ended) this.dispatchEvent(new Event(how))
    this.#ended = true
  }
}

/** Stubs XMLHttpRequest for uploads. Call it once the page is open. */
export const withUploads = (): void => void vi.stubGlobal('XMLHttpRequest', PageRequest)
