import { createServer } from 'node:http'

interface Answered {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body: string | Buffer
}

/** A feed server: its responses by path, and its URL. */
export async function startFeeds() {
  const answers = new Map<string, Answered>()
  const server = createServer((request, response) => {
    const { status = 200, headers = {}, body } = answers.get(request.url ?? '') ?? { status: 404, body: '' }
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { answers, site: `http://127.0.0.1:${port}`, close }
}

export const rss = (items: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>某协会动态</title>${items}</channel></rss>`
export const item = (guid: string, title: string, more = ''): string =>
  `<item><title>${title}</title><guid isPermaLink="false">${guid}</guid><link>https://example.invalid/${guid}</link><pubDate>Mon, 16 Nov 2026 08:00:00 GMT</pubDate>${more}</item>`
